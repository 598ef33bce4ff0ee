# pyright: basic
"""Joining a cluster: by the address of its scheduler, or ``local:N`` for N processes on this machine."""

from __future__ import annotations

import logging
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from gametree.cluster.crowd import Cluster
from gametree.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Generator

PATIENCE = 10
"""Seconds to wait for a scheduler and its first worker."""
MOST = 256
"""Processes of a local cluster."""
TRIES = 20
"""How often a job of a local cluster may see its worker die."""


@contextmanager
def joined(address: str | Cluster) -> Generator[Cluster]:
    """A cluster: ``tcp://host:8786`` or ``host:8786`` for a running scheduler, ``local:4`` for four new processes here,
    which end with the block; or one that is joined already. A line on stderr tells its size, and the dashboard.
    """
    if isinstance(address, Cluster):
        yield address
        return
    local = re.fullmatch(r"local:(\d+)", address)
    if local is not None and not 1 <= int(local[1]) <= MOST:
        raise GameError(f"--cluster {address}: the number of processes must be from 1 to {MOST}")
    if local is None and not re.fullmatch(r"(\w+://)?[^\s:/]+:\d+", address):
        raise GameError(f"--cluster {address!r} is no address: write tcp://HOST:8786, or local:4 for processes here")
    try:
        import distributed
    except ImportError:
        raise GameError("--cluster needs Dask: pip install 'gametree[cluster]'") from None
    with _quiet(), _opened(distributed, address, int(local[1]) if local else 0) as client:
        cluster = Cluster(client, address)
        _tell(client, cluster)
        yield cluster


@contextmanager
def _opened(distributed: Any, address: str, processes: int) -> Generator[Any]:
    """The client, and before it the processes here if any are asked for."""
    from dask.config import set as setting

    if not processes:
        try:
            client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            told = " ".join(str(error).split())
            raise GameError(f"no Dask scheduler answers at {address}: {told}") from None
        with client:
            yield client
        return
    settings = {"distributed.scheduler.allowed-failures": TRIES}
    with (
        setting(settings),
        distributed.LocalCluster(
            n_workers=processes, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        ) as here,
        distributed.Client(here, set_as_default=False) as client,
    ):  # fmt: skip
        yield client


def _tell(client: Any, cluster: Cluster) -> None:
    """Wait for a worker, compare the versions of Dask, and tell what was joined."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise GameError(
            f"the scheduler {cluster.address} has no workers: start some with dask worker {cluster.address}"
        ) from None
    found = client.get_versions()
    ours = _versions(found["client"])
    for who, theirs in (("the scheduler", found["scheduler"]), *found["workers"].items()):
        for name, version in _versions(theirs).items():
            if version != ours[name]:
                raise GameError(f"the client has {name} {ours[name]}, {who} has {version}: install the same on both")
    info = client.scheduler_info(n_workers=-1)
    link = f"; dashboard {client.dashboard_link}" if "dashboard" in info["services"] else ""
    many = len(info["workers"])
    print(f"gametree: {many} {'worker' if many == 1 else 'workers'}, {cluster.threads} threads{link}", file=sys.stderr)


def _versions(found: dict[str, Any]) -> dict[str, str]:
    """The versions that a cluster must agree on."""
    packages = found["packages"]
    return {"Python": ".".join(packages["python"].split(".")[:2])} | {
        name: str(packages[name]) for name in ("dask", "distributed")
    }


@contextmanager
def _quiet() -> Generator[None]:
    """Dask's own messages of workers that died are not shown: what matters is told in one line."""
    log = logging.getLogger("distributed")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(before)
