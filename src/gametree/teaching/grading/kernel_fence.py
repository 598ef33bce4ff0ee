"""What Linux itself can refuse a process, once it has begun: files by Landlock, system calls by seccomp.

Runs in the student's process, where gametree is not: the standard library only. Both are asked of the kernel by number,
need no privileges, and cannot be taken back by the process, nor by what it starts. Where the kernel has them not, the
answer is False, and the other limits have to do.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

NO_NEW_PRIVILEGES, SECCOMP, FILTER, END_WITH_PARENT = 38, 22, 2, 1
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
CAPABILITIES = 0x20080522
"""The third version of the kernel's structure for them."""
READ, EXECUTE_READ_LIST = 1 << 2, 1 << 0 | 1 << 2 | 1 << 3
RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many rights to files a version of Landlock knows; each is a bit."""

REFUSED = {
    "x86_64": (
        0xC000003E,
        # clone fork vfork execve kill; sockets; shared memory; ptrace; modules, keys, namespaces and the rest
        (56, 57, 58, 59, 62, *range(41, 56), 29, 30, 31, 64, 65, 66, 68, 69, 70, 101, 129, 155, 165, 166, 200, 234, 240,
         246, 248, 249, 250, 272, 297, 298, 303, 304, 308, 310, 311, 317, 321, 322, 323, 424, 425, 426, 427, 434, 435,
         438,
         # what Landlock leaves: sizes, modes, owners, dates and attributes of files
         76, 90, 91, 92, 93, 94, 132, 188, 189, 190, 197, 198, 199, 235, 260, 261, 268, 280, 452, 463, 466, 469,
         # the priorities and processors of this and of other processes
         141, 142, 144, 203, 251, 314),
        72, 302,
    ),
    "aarch64": (
        0xC00000B7,
        (220, 221, 129, *range(198, 213), *range(186, 198), 117, 39, 40, 41, 97, 104, 130, 131, 138, 180, 217, 218, 219,
         240, 241, 242, 243, 264, 265, 268, 269, 270, 271, 277, 280, 281, 282, 424, 425, 426, 427, 434, 435, 438,
         45, 52, 53, 54, 55, 5, 6, 7, 14, 15, 16, 88, 452, 463, 466, 469,
         140, 118, 119, 122, 30, 274),
        25, 261,
    ),
}  # fmt: skip
"""By machine: its number among machines, the system calls that a search does not need, and the numbers of fcntl and
prlimit64, of which some uses are refused."""
OWNER_OF_SIGNALS, SIGNAL_OF_FILE, OWNER_OF_SIGNALS_EX = 8, 10, 15
"""What fcntl can set so that a file's readiness sends a signal to any process."""
READS_ANYWHERE = 1 << 2
"""The power to read what belongs to others: where root runs the Python of a user, it is needed."""


def end_with_parent() -> None:
    """The process ends when its parent does."""
    if platform.system() == "Linux":
        ctypes.CDLL(None).prctl(END_WITH_PARENT, 9, 0, 0, 0)


def give_up_powers() -> None:
    """Root that stays root is a user like others from here on: no limits raised, no clock set, no machine stopped."""
    if platform.system() == "Linux":
        header = struct.pack("=Ii", CAPABILITIES, 0)
        kept = READS_ANYWHERE if os.geteuid() == 0 else 0
        ctypes.CDLL(None).capset(header, struct.pack("=6I", kept, kept, 0, 0, 0, 0))


def only_read(places: Iterable[str]) -> bool:
    """Landlock: files can be read at these places only, and written nowhere."""
    if platform.system() != "Linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    version: int = libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint(1))
    if version < 1:
        return False
    handled = (1 << RIGHTS.get(version, 16)) - 1
    rules: int = libc.syscall(CREATE_RULESET, struct.pack("=Q", handled), ctypes.c_size_t(8), ctypes.c_uint(0))
    if rules < 0:
        return False
    for place in places:
        try:
            opened = os.open(place, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue  # it is not there, so there is nothing to allow
        allowed = EXECUTE_READ_LIST if os.path.isdir(place) else READ
        libc.syscall(ADD_RULE, rules, ctypes.c_uint(1), struct.pack("=Qi", allowed & handled, opened), ctypes.c_uint(0))
        os.close(opened)
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    held: bool = libc.syscall(RESTRICT_SELF, rules, ctypes.c_uint(0)) == 0
    os.close(rules)
    return held


def refuse_calls() -> bool:
    """seccomp: no new process or thread, no program, no network, no signals to others, nothing changed about a file."""
    if platform.system() != "Linux" or platform.machine() not in REFUSED:
        return False
    machine, calls, fcntl, prlimit = REFUSED[platform.machine()]
    load, equal, at_least, answer = 0x20, 0x15, 0x35, 0x06
    refuse, allow, kill = 0x00050000 | errno.EPERM, 0x7FFF0000, 0x80000000
    program = [(load, 0, 0, 4), (equal, 1, 0, machine), (answer, 0, 0, kill), (load, 0, 0, 0)]
    program += [(at_least, 0, 1, 0x40000000), (answer, 0, 0, kill)]  # the calls of another interface, by other numbers
    program += [(equal, 0, 5, fcntl), (load, 0, 0, 24), (equal, 2, 0, OWNER_OF_SIGNALS), (equal, 1, 0, SIGNAL_OF_FILE)]
    program += [(equal, 0, 1, OWNER_OF_SIGNALS_EX), (answer, 0, 0, refuse), (load, 0, 0, 0)]
    program += [(equal, 0, 3, prlimit), (load, 0, 0, 16), (equal, 1, 0, 0), (answer, 0, 0, refuse), (load, 0, 0, 0)]
    for call in calls:
        program += [(equal, 0, 1, call), (answer, 0, 0, refuse)]
    program.append((answer, 0, 0, allow))
    code = b"".join(struct.pack("=HBBI", *line) for line in program)
    held = ctypes.create_string_buffer(code, len(code))
    header = ctypes.create_string_buffer(struct.pack("@HP", len(program), ctypes.addressof(held)))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    done: int = libc.prctl(SECCOMP, FILTER, header, 0, 0)
    return done == 0
