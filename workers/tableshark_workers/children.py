"""Child processes that die with their parent: `spawn` for the parent, and this file run as a script in the child."""

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from subprocess import DEVNULL, Popen
from typing import IO

PR_SET_PDEATHSIG = 1


def spawn(
    command: Sequence[str],
    *,
    env: Mapping[str, str] | None = None,
    stdout: IO[bytes] | int | None = None,
    stderr: IO[bytes] | int | None = None,
    keep: Sequence[int] = (),
    umask: int = -1,
) -> "Popen[bytes]":
    """Start a command in a session of its own that gets SIGTERM when this process dies.

    `env` is added to this process's; `keep` are descriptors that it inherits.
    Only the main thread may call it: Linux ties the signal to the thread that forked, not to the process.
    The new session keeps the terminal's Ctrl-C away, so that the parent decides in which order things stop.
    """
    if threading.current_thread() is not threading.main_thread():
        raise RuntimeError("children are started from the main thread: another thread's end would stop them")
    # This file run anew, then exec: a preexec_fn would run Python between fork and exec, where another
    # thread's lock can hang it. -I and -S keep the detour at some 20 ms and nobody's sitecustomize in it.
    wrapper = [sys.executable, "-I", "-S", __file__, str(os.getpid())]
    return Popen(
        [*wrapper, *command],
        bufsize=0,
        env=None if env is None else {**os.environ, **env},
        stdin=DEVNULL,
        stdout=stdout,
        stderr=stderr,
        pass_fds=keep,
        start_new_session=True,
        umask=umask,
    )


def become(parent: int, command: Sequence[str]) -> None:
    """Bind this process to its parent's life, then turn into the command (in the child)."""
    # SIGTERM, not SIGKILL: a server finishes its file, a master takes its workers along.
    if not die_with(parent, signal.SIGTERM):
        raise SystemExit("the parent is gone")
    try:
        os.execvp(command[0], [*command])  # noqa: S606 - no shell is the point
    except OSError as error:
        raise SystemExit(f"cannot start {command[0]}: {error.strerror}") from None


def die_with(parent: int, number: int) -> bool:
    """Have the system send this process a signal when its parent dies; False where that is gone already."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)
    return os.getppid() == parent  # else it died before the line above: no signal will come


if __name__ == "__main__":
    become(int(sys.argv[1]), sys.argv[2:])
