"""The same rules on a GPU: random games, perft and dense solving.

Numba writes rules and kernels down for LLVM, and LLVM has a back end for NVIDIA's devices: ``lowering.py`` gives it the
same text. ``driver.py`` speaks to the device, ``lanes.py`` divides a range of numbers among its lanes, or does the same
on the processor; ``playouts.py``, ``leaves.py`` and ``tables.py`` are what is done there.
"""
