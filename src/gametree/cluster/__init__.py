"""Independent tasks on many machines: Dask's distributed scheduler runs them, with what exists as the work of each."""
