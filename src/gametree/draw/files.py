"""Drawings as files."""

from __future__ import annotations

from pathlib import Path

from gametree.errors import GameError
from gametree.files import aside

KINDS = {".svg": "drawings are SVG", ".tex": "TikZ is LaTeX", ".html": "pages are HTML"}


def save(path: str | Path, drawing: str, ending: str = ".svg") -> Path:
    """Write a drawing to a file, whose name must end in ``.svg`` (or another ending); return its path."""
    place = Path(path)
    if place.suffix.lower() != ending:
        raise GameError(f"{path}: {KINDS[ending]}; call the file something{ending}")
    with aside(place, "the drawing is not written") as beside:
        beside.write_text(drawing, encoding="utf-8")
    return place
