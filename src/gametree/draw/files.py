"""Drawings as files."""

from __future__ import annotations

from pathlib import Path

from gametree.errors import GameError
from gametree.files import aside


def save(path: str | Path, drawing: str) -> Path:
    """Write a drawing to a file, whose name must end in ``.svg``; return its path."""
    place = Path(path)
    if place.suffix.lower() != ".svg":
        raise GameError(f"{path}: drawings are SVG; call the file something.svg")
    with aside(place, "the drawing is not written") as beside:
        beside.write_text(drawing, encoding="utf-8")
    return place
