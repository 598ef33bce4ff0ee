"""The table of the probes, as it is now: ``python tests/styles [NAME …]``. A row that the table in ``probe_table.py``
has otherwise is marked."""

import sys
import time

from probe_table import TABLE
from probing import look, probes

names = sys.argv[1:] or list(probes())
counts: dict[str, int] = {}
for name in names:
    start = time.process_time()
    cls = probes()[name]
    verdict = look(cls())
    counts[verdict.state] = counts.get(verdict.state, 0) + 1
    style = (cls.__doc__ or "").strip()
    mark = " " if TABLE.get(name) == verdict.state else "!"
    print(
        f"{mark} {name:22}{verdict.state:12}{time.process_time() - start:5.1f} s  {style}   {verdict.why}", flush=True
    )
print(", ".join(f"{n} {state}" for state, n in counts.items()))
