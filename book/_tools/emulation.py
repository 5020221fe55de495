"""Run on this processor as on an older one, to see whether a result hangs on the last bits of a sum.

numpy, OpenBLAS and numba choose their loops by what the processor can do.  All three can be told to choose less:
``OPENBLAS_CORETYPE``, ``NUMBA_CPU_NAME``, and the features that numpy is to leave alone.
"""

import os
import platform

import kernel_env

#: Processor by what it lacks: the names that OpenBLAS and numba have for it.
PROCESSORS = {"AVX-512": ("Haswell", "haswell"), "AVX2": ("Nehalem", "generic")}
# What a processor without AVX2 still has, under the names of numpy 1 and 2.
_OLD = {"SSE", "SSE2", "SSE3", "SSSE3", "SSE41", "POPCNT", "SSE42", "X86_V2"}


def features():
    """What numpy finds here and can leave alone; numpy refuses to switch off anything else."""
    import numpy

    return numpy.show_config(mode="dicts")["SIMD Extensions"].get("found", [])


def left_alone(lacking, found):
    """Those of the features `found` that a processor lacking "AVX-512" or "AVX2" has not."""
    if lacking == "AVX-512":
        return [name for name in found if name.startswith("AVX512") or name == "X86_V4"]
    return [name for name in found if name not in _OLD]


def variables(lacking, found=None):
    """Environment in which a Python process runs as on a processor that lacks "AVX-512" or "AVX2".

    Parameters
    ----------
    lacking : {"AVX-512", "AVX2"}
    found : list of str, optional
        What this processor has, by default what numpy says.

    Returns
    -------
    dict
        Nothing is asked of numpy where the processor lacks it anyway.  Compiled loops are kept in a folder of their
        own, ``build/numba-...``: those of the full processor would be taken otherwise.

    Raises
    ------
    ValueError
        If this is no x86-64 processor.
    """
    if platform.machine().lower() not in ("x86_64", "amd64"):
        raise ValueError(f"an x86-64 processor can be emulated on another one only, not on {platform.machine()}")
    blas, numba = PROCESSORS[lacking]
    before = os.environ.get("NPY_DISABLE_CPU_FEATURES", "").split()  # a test of this file may itself be emulated
    disabled = [*before, *left_alone(lacking, features() if found is None else found)]
    cache = kernel_env.ROOT / "build" / f"numba-{numba}"
    told = {"OPENBLAS_CORETYPE": blas, "NUMBA_CPU_NAME": numba, "NUMBA_CACHE_DIR": str(cache)}
    return told | ({"NPY_DISABLE_CPU_FEATURES": " ".join(disabled)} if disabled else {})
