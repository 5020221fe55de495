"""Long runs on a dask cluster of two processes: the same rows, whatever dies or is stopped, and refusals in words."""

import gc
import json
import os
import socket
import time
from functools import partial
from types import SimpleNamespace

import pytest

from coursemachine.runs import cluster, made, runner
from coursemachine.runs.command import main
from coursemachine.runs.runner import run_experiment

distributed = pytest.importorskip("distributed", reason="extra dask")
dask = pytest.importorskip("dask")
pytestmark = pytest.mark.slow

N = 6


def rows(task, folder):
    return [{"k": task["k"], "half": half, "square": task["k"] ** 2 / 3} for half in "ab"]


def kills_its_first_worker(task, folder):
    if task["k"] == 2 and not (folder / "killed").exists():
        (folder / "killed").touch()
        os._exit(1)
    return rows(task, folder)


def until(fact, seconds=120):
    end = time.monotonic() + seconds
    while not fact():
        assert time.monotonic() < end
        time.sleep(0.02)


def stored(folder):
    partial = folder / "toy.partial.jsonl"
    lines = partial.read_text().splitlines() if partial.exists() else []
    return {int(json.loads(line)[0]["k"]) for line in lines}


def kills_every_worker(task, folder):
    if task["k"] == 2:
        os._exit(1)
    return rows(task, folder)


def notes(task, folder):
    (folder / f"begun {task['k']}").touch()
    return rows(task, folder)


def counts_threads(task, folder):
    import numpy  # noqa: F401  whose BLAS has threads
    from threadpoolctl import threadpool_info

    return [{"k": task["k"], "half": "a", "threads": max(pool["num_threads"] for pool in threadpool_info())}]


def toy(folder, run=rows):
    return SimpleNamespace(
        NAME="toy", KEY=("k",), ROW_KEY=("half",), ROWS=2 * N, tasks=lambda: [{"k": k} for k in range(N)],
        run=partial(run, folder=folder),
    )  # fmt: skip


@pytest.fixture(scope="module")
def workers():
    """Two of one thread each; a task that ends both is deadly.  BLAS has two threads if it is not told otherwise.

    On a busy machine one takes longer to come again than the 15 s after which the cluster would do without it.
    """
    patience = {"distributed.scheduler.allowed-failures": 1, "distributed.deploy.lost-worker-timeout": "1h"}
    with pytest.MonkeyPatch.context() as patch, dask.config.set(patience):
        for library in ("OPENBLAS", "OMP", "MKL"):
            patch.setenv(f"{library}_NUM_THREADS", "2")
        with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as found:
            yield found


def settle(workers):
    """Wait until both are there, again perhaps, and nothing is left to do: while one starts it holds our open files."""
    until(lambda: len(workers.scheduler.workers) == 2 and not workers.scheduler.tasks)


@pytest.fixture
def scheduler(workers):
    """Its address."""
    settle(workers)
    return workers.scheduler_address


@pytest.fixture
def table(tmp_path_factory):
    """What a run on this machine writes."""
    folder = tmp_path_factory.mktemp("local")
    run_experiment(toy(folder), folder, jobs=1)
    return (folder / "toy.csv").read_bytes()


@pytest.mark.parametrize("run", [rows, kills_its_first_worker])
def test_the_table_is_that_of_a_run_on_this_machine_also_where_a_worker_dies(tmp_path, scheduler, table, run):
    run_experiment(toy(tmp_path, run), tmp_path, scheduler=scheduler)
    assert (tmp_path / "toy.csv").read_bytes() == table and not (tmp_path / "toy.partial.jsonl").exists()
    assert (tmp_path / "killed").exists() == (run is kills_its_first_worker)


def test_a_task_that_kills_every_worker_is_named_and_the_other_rows_are_kept(
    tmp_path, workers, scheduler, table, capsys
):
    arguments = ["toy", "--backend", "dask", "--scheduler", scheduler]
    with pytest.raises(SystemExit) as stop:
        main({"some": [toy(tmp_path, kills_every_worker)]}, tmp_path, command="runs", arguments=arguments)
    assert stop.value.code == 1
    assert "toy: task {'k': 2} ended all 2 workers that had it" in capsys.readouterr().err.splitlines()[-1]
    kept = stored(tmp_path)
    assert kept and 2 not in kept, "it is handed over when the first of the others is done"
    settle(workers)
    run_experiment(toy(tmp_path), tmp_path, jobs=1)
    assert (tmp_path / "toy.csv").read_bytes() == table


def test_ctrl_c_takes_the_tasks_back_and_the_run_goes_on(tmp_path, workers, scheduler, table, monkeypatch):
    """It comes when a second task is done: by then a third was handed over, and no fourth."""
    line = runner._line

    def interrupted(some):
        if stored(tmp_path):
            raise KeyboardInterrupt
        return line(some)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(runner, "_line", interrupted)
        run_experiment(toy(tmp_path, notes), tmp_path, scheduler=scheduler)
    until(lambda: not workers.scheduler.tasks)
    assert len(stored(tmp_path)) == 1 and {path.name[-1] for path in tmp_path.glob("begun *")} <= set("012")
    run_experiment(toy(tmp_path), tmp_path, scheduler=scheduler)
    assert (tmp_path / "toy.csv").read_bytes() == table


def test_an_error_of_a_task_is_its_own(tmp_path, scheduler):
    def wrong(task, folder):
        raise FileNotFoundError("no such set of data")

    with pytest.raises(FileNotFoundError, match="no such set of data"):
        run_experiment(toy(tmp_path, wrong), tmp_path, scheduler=scheduler)


def test_a_task_has_one_thread(tmp_path, scheduler):
    run_experiment(toy(tmp_path, counts_threads), tmp_path, scheduler=scheduler)
    lines = (tmp_path / "toy.csv").read_text().splitlines()
    assert lines == ["k,half,threads", *(f"{k},a,1" for k in range(N))]


# Refused ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "name", "value", "match"),
    [
        (made, "version", lambda name: "0.1", r"^worker tcp://\S+ has numpy [\d.]+, not 0.1, scipy "),
        (cluster, "_sources", lambda: "0123", r"^worker tcp://\S+ has sources [0-9a-f]{12}, not 0123$"),
    ],
)
def test_other_versions_or_sources_are_refused(tmp_path, scheduler, monkeypatch, place, name, value, match):
    monkeypatch.setattr(place, name, value)
    with pytest.raises(cluster.ClusterError, match=match):
        run_experiment(toy(tmp_path), tmp_path, scheduler=scheduler)
    assert stored(tmp_path) == set()


def test_the_digest_is_of_the_names_and_contents_of_the_project(tmp_path, monkeypatch):
    (tmp_path / "some").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(cluster, "packages_distributions", lambda: {"some": [cluster.DISTRIBUTION], "x": ["y"]})
    digests = []
    for name, content in (("__init__", ""), ("a", "1"), ("a", "2"), ("b", "2")):
        (tmp_path / "some" / f"{name}.py").write_text(content)
        digests.append(cluster._sources.__wrapped__())
    assert len(set(digests)) == 4
    monkeypatch.setattr(cluster, "packages_distributions", lambda: {"x": ["y"]})
    with pytest.raises(cluster.ClusterError, match="is not installed"):
        cluster._sources.__wrapped__()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:{}", "tcp://no host:1", "nothing://127.0.0.1:1"])
def test_a_scheduler_that_does_not_answer_is_told_after_the_seconds_of_patience(tmp_path, address, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with socket.socket() as free, dask.config.set({"distributed.comm.timeouts.connect": "900s"}):
        free.bind(("127.0.0.1", 0))  # and nobody listens
        start, address = time.monotonic(), address.format(free.getsockname()[1])
        with pytest.raises(cluster.ClusterError, match=f"^no dask scheduler answers at {address}: start one"):
            run_experiment(toy(tmp_path), tmp_path, scheduler=address)
    assert time.monotonic() - start < 300  # without it dask's own, whatever else the machine does
    gc.collect()  # dask leaves half a client: the thread of a later cluster that collected it would wait for itself


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"n_workers": 0}, "scheduler at inproc://.* has no workers"),
        ({"n_workers": 1, "threads_per_worker": 2}, "worker inproc://.* has 2 threads, not one: --nthreads 1"),
    ],
)
def test_workers_must_be_there_with_one_thread_each(tmp_path, monkeypatch, options, match):
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    with (
        distributed.LocalCluster(processes=False, dashboard_address=":0", **options) as found,
        pytest.raises(cluster.ClusterError, match=match),
    ):
        run_experiment(toy(tmp_path), tmp_path, scheduler=found.scheduler_address)
