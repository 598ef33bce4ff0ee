"""The results of finished jobs on disk, a line each: a command that was killed goes on from them.

The first line is a manifest that says whose results these are. Every line carries a checksum; a line that is cut short
counts as missing, and its job is done again.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any, Self

from gametree.data import json_of
from gametree.errors import GameError
from gametree.files import check_folder

if TYPE_CHECKING:
    from pathlib import Path

    from gametree.cluster.jobs import Job


class Ledger:
    """A file of results, by the keys of their jobs.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from gametree.cluster.jobs import Job
    >>> path = Path(tempfile.mkdtemp()) / "results"
    >>> with Ledger(path, {"what": "sums"}) as ledger:
    ...     ledger.add(Job(sum, ((1, 2),)), 3)
    >>> with Ledger(path, {"what": "sums"}) as ledger:
    ...     ledger.known(Job(sum, ((1, 2),))), ledger.known(Job(sum, ((1, 3),)))
    (3, None)
    """

    def __init__(self, path: Path, manifest: dict[str, Any]):
        check_folder(path)
        self.path, self.results = path, dict[str, Any]()
        try:
            whole = self._read(manifest) if path.exists() else 0
            self.file = path.open("r+b" if path.exists() else "wb")
            self.file.seek(whole)
            self.file.truncate()
            if not whole:
                self._write({"gametree": "results", "of": manifest})
        except OSError as error:
            raise GameError(f"{path}: {(error.strerror or str(error)).lower()}") from None

    def known(self, job: Job) -> Any:
        """The result of a job; None if it is not finished."""
        return self.results.get(job.key)

    def add(self, job: Job, result: Any) -> None:
        """A job is finished: its result is on the disk when this returns."""
        try:
            self._write({"job": job.key, "result": result})
        except OSError as error:
            raise GameError(f"{self.path}: {(error.strerror or str(error)).lower()}; finished work is kept") from None
        self.results[job.key] = result

    def _write(self, record: dict[str, Any]) -> None:
        text = json.dumps(record)
        self.file.write(f"{_seal(text)} {text}\n".encode())
        self.file.flush()
        os.fsync(self.file.fileno())

    def _read(self, manifest: dict[str, Any]) -> int:
        """Read all whole lines; return the bytes that they take."""
        whole, head = 0, True
        for line in self.path.read_bytes().splitlines(keepends=True):
            seal, _, text = line.rstrip(b"\n").partition(b" ")
            if not line.endswith(b"\n") or seal.decode("ascii", "replace") != _seal(text.decode("utf-8", "replace")):
                if head:
                    raise GameError(f"{self.path} holds no results of gametree")
                break
            record: Any = json_of(text)
            if head and record.get("of") != json.loads(json.dumps(manifest)):
                raise GameError(f"{self.path} holds the results of something else; choose another name")
            if not head:
                self.results[record["job"]] = record["result"]
            whole, head = whole + len(line), False
        return whole

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def _seal(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
