"""Tasks of a long run on a cluster of dask, whose scheduler and workers somebody has started.

A worker runs one task at a time, and no more tasks are handed over than there are workers: where a worker dies, dask
holds it against every task that it had, those that only waited among them, and would name the wrong one as deadly.
joblib's own backend for dask is not used, for it waits for ever for a task that kills its workers.
"""

import hashlib
from functools import cache
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

from threadpoolctl import threadpool_limits

from coursemachine import DISTRIBUTION, needs_extra
from coursemachine.runs.made import versions

#: Seconds to wait for the scheduler, and for a first worker.
PATIENCE = 10


class ClusterError(RuntimeError):
    """The cluster cannot run the tasks; the message says why, and what to do."""


def finished(run, tasks, scheduler):
    """``run(task)`` of each task, as they come; a task whose worker died is run again, as often as dask allows.

    Raises ClusterError where no scheduler or worker answers, where a worker has other versions or sources or several
    threads, which its first task finds, and where every worker died that had a certain task.  Once the generator is
    closed nothing more is begun.
    """
    with needs_extra("--backend dask", "dask"):
        from distributed import CancelledError, Client, KilledWorker, as_completed
    try:
        client = Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no dask scheduler answers at {scheduler}: start one, or mend the address") from error
    with client:  # which takes back, when it is closed, whatever was handed over
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise ClusterError(f"the dask scheduler at {scheduler} has no workers: start some") from error
        wanted = environment()
        waiting, running, ready = iter(tasks), {}, as_completed(loop=client.loop)
        while True:
            free = max(len(client.nthreads()), 1) - len(running)  # one more may wait where all workers begin again
            for task in islice(waiting, max(free, 0)):
                future = client.submit(_on_worker, run, task, wanted, pure=False)
                running[future] = task
                ready.add(future)
            if not running:
                return
            future = next(ready)
            task = running.pop(future)
            try:
                result = future.result()
            except KilledWorker as error:
                died = f"ended all {error.allowed_failures + 1} workers that had it: not enough memory, or a crash"
                raise ClusterError(f"task {task} {died}") from error
            except CancelledError as error:
                raise ClusterError(f"the dask scheduler at {scheduler} has gone, or took task {task} back") from error
            future.release()  # else a worker that dies later takes the rows with it, and they are computed again
            yield result


def environment():
    """What must be the same here and on every worker: name -> version, or digest of the project's sources."""
    return versions() | {"sources": _sources()}


@cache  # as they were when this process began to work: a worker that has run older ones must be started again
def _sources():
    packages = sorted(name for name, owners in packages_distributions().items() if DISTRIBUTION in owners)
    if not packages:
        raise ClusterError(f"{DISTRIBUTION} is not installed: pip install -e '.[dask]' in the checkout")
    digest = hashlib.sha256()
    for package in packages:
        folder = Path(find_spec(package).origin).parent
        for path in sorted(folder.rglob("*.py")):
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            digest.update(f"{path.relative_to(folder.parent).as_posix()} {content}\n".encode())
    return digest.hexdigest()[:12]


def _on_worker(run, task, wanted):
    """Run a task where versions, sources and threads are those of a run on one machine."""
    from distributed import get_worker

    worker, here = get_worker(), environment()
    wrong = [f"{name} {here[name]}, not {wanted[name]}" for name in wanted if here[name] != wanted[name]]
    if (threads := worker.state.nthreads) > 1:
        wrong.append(f"{threads} threads, not one: --nthreads 1")
    if wrong:
        raise ClusterError(f"worker {worker.address} has {', '.join(wrong)}")
    with threadpool_limits(1):
        return run(task)
