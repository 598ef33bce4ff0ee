"""The fence around a student's program: limits of memory and time, no files, no processes, no network.

Runs in the student's process, where gametree is not: the standard library only. Three rows, from the outside in: what
the kernel refuses (``kernel_fence``), the limits of the process, and hooks in the interpreter that say in words what is
not allowed. A program that is clever enough gets over the last row; docs/grading.md says what holds where.
"""

from __future__ import annotations

import os
import resource
import sys
import sysconfig
from typing import Any

NOBODY = 65534
PLACES = ("/lib64", "/usr/lib64", "/dev/null", "/dev/urandom", "/dev/random")
PACKAGES = ("site-packages", "dist-packages")
FORBIDDEN = (
    "os.", "subprocess.", "socket.", "ctypes.", "pty.", "shutil.", "tempfile.", "signal.", "resource.", "mmap.",
    "fcntl.", "gc.", "http.", "urllib.", "ftplib.", "smtplib.", "sqlite3.", "webbrowser.", "syslog.", "glob.",
    "pathlib.", "sys.addaudithook", "sys.setprofile", "sys.settrace", "cpython.run_", "code.__new__",
)  # fmt: skip
"""What the hook refuses, by the beginning of the event's name."""
MODULES = frozenset({"ctypes", "_ctypes", "gametree", "multiprocessing", "cffi"})
"""What may not be imported."""


def readable() -> list[str]:
    """Where a program may read: the standard library, without the packages that are installed in it, and libraries."""
    library = sysconfig.get_path("stdlib")
    found = [entry.path for entry in os.scandir(library) if entry.name not in PACKAGES]
    for folder in ("/lib", "/usr/lib"):
        if os.path.isdir(folder):
            found += [entry.path for entry in os.scandir(folder) if entry.name.endswith("-linux-gnu")]
    return [*found, *PLACES]


def become_nobody() -> bool:
    """A grader that runs as root, as in many containers, runs the program as nobody: where nobody can read Python."""
    if os.geteuid() != 0:
        return False
    os.seteuid(NOBODY)
    can_read = os.access(os.__file__, os.R_OK, effective_ids=os.access in os.supports_effective_ids)
    os.seteuid(0)
    if can_read:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)  # for good: root gives up all of its names
    return can_read


def limit(memory: int, seconds: int) -> None:
    """The limits of the process: bytes of memory, seconds of processor time, no file, no other process, no core."""
    limits = [("AS", memory), ("FSIZE", 0), ("NOFILE", 64), ("NPROC", 0), ("CORE", 0), ("CPU", seconds)]
    for name, most in limits:
        kind: int | None = getattr(resource, f"RLIMIT_{name}", None)
        if kind is None:
            continue
        try:
            resource.setrlimit(kind, (most, most + 1 if name == "CPU" else most))
        except (ValueError, OSError):  # macOS has some of them in name only
            continue


def hook_events(places: list[str]) -> None:
    """The interpreter asks here before it opens a file, starts a process, and so on.

    The program may change every module and every builtin; so the hook uses none, but what it holds itself.
    """
    allowed = (*places, *(os.path.realpath(place) for place in places))
    folders = (*sysconfig.get_paths().values(), *sys.path)
    listed = frozenset((*folders, *(os.path.realpath(path) for path in folders))) - {""}
    modules, forbidden, packages = MODULES, FORBIDDEN, PACKAGES
    kind_of, text, number, letters = type, str, int, frozenset("wax+")
    writing, refused, unknown = os.O_WRONLY | os.O_RDWR | os.O_CREAT, PermissionError, ImportError

    def hook(event: str, given: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, flags = (*given, None, None, None)[:3]
            if kind_of(path) is not text or ".." in path or not path.startswith(allowed):
                raise refused("a graded program may not open files")
            for package in packages:
                if package in path:
                    raise refused("a graded program may not open files")
            if (kind_of(flags) is number and flags & writing) or (kind_of(mode) is text and letters.intersection(mode)):
                raise refused("a graded program may not open files")
        elif event == "import":
            name = given[0]
            if kind_of(name) is not text or name.partition(".")[0] in modules:
                raise unknown(f"a graded program may not import {name}")
        elif event in ("os.listdir", "os.scandir"):  # who looks for a module lists its folder
            if kind_of(given[0]) is not text or given[0] not in listed:
                raise refused("a graded program may not list folders")
        elif event.startswith(forbidden):
            raise refused(f"a graded program may not do this ({event})")

    sys.addaudithook(hook)
