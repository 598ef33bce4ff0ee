"""Write the pages of the docs that are made from docstrings: ``python tests/pages``."""

from __future__ import annotations

from made_pages import DOCS, PAGES

for name, page in PAGES.items():
    (DOCS / name).write_text(page(), encoding="utf-8")
    print(DOCS / name)
