"""``gametree serve``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from gametree.cli.common import whole


def serve(
    *files: Annotated[str, Parameter(help="Files with games of your own (game.py, or game.py:Class).")],
    host: Annotated[
        str, Parameter(help="The address to listen on; by default only this machine can connect.")
    ] = "127.0.0.1",
    port: Annotated[int, Parameter(converter=whole, help="The port; 0 for any free port.")] = 8080,
    database: Annotated[
        list[str] | None, Parameter(help="A database to explore (gametree solve --out).", negative="")
    ] = None,
    patience: Annotated[float, Parameter(help="Stop rules that do not answer after this many seconds.")] = 10,
    open: Annotated[bool, Parameter(help="Open the page in the browser.")] = True,
) -> None:
    """The page: play, analyse, watch searches and walk through solved games in a browser.

    Games from the given files appear beside the catalogue; a file is read again after it was edited. The page loads
    nothing from other servers. Ctrl-C stops the server.
    """
    from gametree.web.server import run
    from gametree.web.shelf import Shelf

    run(Shelf(files, tuple(database or ())), host, port, patience=patience, browser=open)
