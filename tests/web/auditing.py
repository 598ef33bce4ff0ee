"""What a screen reader and a weak eye need of the page: the rules of WCAG that a program can decide (audit.js)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

AUDIT = (Path(__file__).parent / "audit.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What is wrong with the page as it is shown now."""
    return page.evaluate(AUDIT)


SPOILED = """() => {
    document.querySelector("main").insertAdjacentHTML("beforeend", `<button></button><input><h4>x</h4><ul><p>x</p></ul>
        <p style="color: #999; background: #fff">pale</p><div role="img"></div><i id="a"></i><i id="a"></i>`);
}"""
"""Mistakes that an audit must find."""
