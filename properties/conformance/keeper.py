"""Stands between fairdeal and one program under test, and ends everything that the program has started.

    python -I -S keeper.py CONTROL MEMORY PROCESSES COMMAND ...

It is a program of its own, so that it outlives a fairdeal that was killed with -9, and knows nothing of ours, so that
it starts in about 20 ms. CONTROL is the number of a connected socket. The keeper writes one JSON object a line to it:

    {"event":"started","pid":N}                 the program runs
    {"event":"cannot","errno":N}                it cannot be started
    {"event":"exited","code":N}                 it ended; a negative code is a signal
    {"event":"limit","kind":"memory"|"processes","measured":N,"processes":N}
    {"event":"ended","left":N}                  nothing is left of it (or N processes that cannot be ended)
    {"event":"broken","why":TEXT}               the keeper itself is at fault

A byte on CONTROL, or its end, is the order to end everything. The keeper becomes a child subreaper: whatever is
orphaned below it becomes its child, so a double fork or a session of its own hides nothing. Where the system has no
such thing (macOS), processes are remembered from sample to sample instead, and one that was never seen can escape.
No rlimits: they do not hold for root and break virtual machines that reserve much memory and touch little.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    import psutil

TICK: Final = 0.075
"""Seconds between two samples of the tree."""
QUICK_TICK: Final = 0.01
"""The same, when more than half of the memory allowed is in use."""
PATIENCE: Final = 5.0
"""Seconds after which processes that cannot be ended are given up: they hang in the kernel."""
OOM_STEP: Final = 37
"""How much likelier than fairdeal the program is to be ended by a system out of memory; also a mark on its family."""

PR_SET_PDEATHSIG: Final = 1
PR_SET_CHILD_SUBREAPER: Final = 36


def prctl(option: int, value: int) -> None:
    """Set a property of this process, where the system is Linux."""
    if sys.platform != "linux":
        return
    import ctypes

    ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value), 0, 0, 0)


def adopt_orphans() -> None:
    """From now on processes orphaned below this one become its children."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)


# ---- finding


def children(pid: int) -> list[int]:
    """The children of a process, by the kernel's own lists."""
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    return [int(child) for task in tasks for child in read(f"/proc/{pid}/task/{task}/children").split()]


class Tree:
    """Everything below some processes, by the kernel's lists; these may miss who is just being forked, so ask again."""

    def __init__(self, roots: Callable[[], list[int]]) -> None:
        self.roots = roots
        """Those on top: whoever is orphaned below them comes to join them."""

    def pids(self) -> list[int]:
        """The processes seen right now, dead ones that nobody has waited for among them."""
        found = dict.fromkeys(self.roots())
        waiting = list(found)
        while waiting:
            for pid in children(waiting.pop()):
                if pid not in found:
                    found[pid] = None
                    waiting.append(pid)
        return list(found)

    def memory(self, limit: int) -> dict[int, int]:
        """The bytes in use by each process that runs; if all use more, pages that several share count once."""
        page = os.sysconf("SC_PAGE_SIZE")
        sizes = {pid: read(f"/proc/{pid}/statm").split() for pid in self.pids()}
        resident = {pid: page * int(size[1]) for pid, size in sizes.items() if size and size[0] != b"0"}
        if sum(resident.values()) <= limit:
            return resident
        return {pid: _proportional(pid, rss) for pid, rss in resident.items()}


def _proportional(pid: int, resident: int) -> int:
    for line in read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith(b"Pss:"):
            return 1024 * int(line.split()[1])
    return resident


class TreeElsewhere(Tree):
    """The same without /proc: who was seen once stays known after its parent has died."""

    def __init__(self, root: int) -> None:
        import site

        site.main()  # -S has left out the folder in which psutil is
        import psutil

        self._psutil = psutil
        self._known: dict[int, psutil.Process] = {}
        self._root = psutil.Process(root)
        super().__init__(self.pids)

    def pids(self) -> list[int]:
        """The processes seen right now, and those seen before that still run."""
        found: dict[int, psutil.Process] = {}
        for process in (self._root, *self._known.values()):
            try:
                found |= {each.pid: each for each in (*process.children(recursive=True), process)}
            except self._psutil.Error:
                continue
        found.pop(self._root.pid, None)
        self._known = {pid: each for pid, each in found.items() if each.is_running()}
        return list(self._known)

    def memory(self, limit: int) -> dict[int, int]:
        """The bytes in use by each process that runs."""
        resident: dict[int, int] = {}
        for pid in self.pids():
            with contextlib.suppress(self._psutil.Error):
                resident[pid] = self._known[pid].memory_info().rss
        return resident


def tree_below_me() -> Tree:
    """All descendants of this process."""
    try:
        mine = os.open(f"/proc/self/task/{os.getpid()}/children", os.O_RDONLY)
    except OSError:
        return TreeElsewhere(os.getpid())
    return Tree(lambda: list(map(int, os.pread(mine, 1 << 20, 0).split())))


def strays(token: str, session: int) -> Tree:
    """What has come to this process from below a keeper that was killed; nothing else, whatever children it has.

    A program and all below it are never in this process's session. They carry the token in their environment, or are
    still in the program's session, or have the mark that the keeper set (which a new environment does not take away).
    """
    me, mine, mark = os.getpid(), os.getsid(0), _mark()

    def is_one(pid: int) -> bool:
        try:
            theirs = os.getsid(pid)
        except OSError:
            return False
        if theirs == mine:
            return False
        return theirs == session or _oom(pid) == mark or token.encode() in read(f"/proc/{pid}/environ")

    return Tree(lambda: [pid for pid in children(me) if is_one(pid)])


def _oom(pid: int | str) -> int:
    return int(read(f"/proc/{pid}/oom_score_adj") or b"0")


def _mark() -> int | None:
    """What marks a program and all below it, if there is room for that: containers may use up the scale."""
    mine = _oom("self")
    return min(1000, mine + OOM_STEP) if mine < 1000 else None


def read(path: str) -> bytes:
    """A file of /proc; empty if the process is gone, or not ours to look at."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        content = chunk = os.read(file, 1 << 16)
        while chunk and not content.endswith(b"\n"):
            content += (chunk := os.read(file, 1 << 16))
        return content
    except OSError:
        return b""
    finally:
        os.close(file)


# ---- ending


def end(tree: Tree, seconds: float = PATIENCE) -> list[int]:
    """Stop everything, so that nothing can react, and kill it. Returns who is left after all.

    Who forks a successor and exits, again and again, is gone before everybody is listed. So whoever comes to the top
    is killed as it comes, until nobody does.
    """
    until = time.monotonic() + seconds
    for pid in _freeze(tree):
        _signal(pid, signal.SIGKILL)
    before: list[int] = []
    while left := tree.roots():
        for pid in reversed(left):
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        for pid in left:
            _reap(pid)
        if time.monotonic() > until:
            return left
        if left == before:
            time.sleep(0.001)  # they are dying
        before = left
    return []


def _freeze(tree: Tree) -> dict[int, None]:
    frozen: dict[int, None] = {}
    for _ in range(5):
        new = [pid for pid in tree.pids() if pid not in frozen]
        for pid in new:
            _signal(pid, signal.SIGSTOP)
        frozen |= dict.fromkeys(new)
        if not new:
            break
    return frozen


def _signal(pid: int, number: int) -> None:
    """Signal a process and its group: a group is reached as a whole, and no fork slips through meanwhile."""
    with contextlib.suppress(OSError):
        group = os.getpgid(pid)
        if group != os.getpgid(0) and os.getsid(pid) != os.getsid(0):
            os.killpg(group, number)
    with contextlib.suppress(OSError):
        os.kill(pid, number)


def _reap(pid: int) -> None:
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


# ---- the keeper


class Keeper:
    """Starts the program, watches it, tells what happens, and ends it."""

    def __init__(self, control: int, memory: int, processes: int) -> None:
        self._control = control
        self._memory = memory
        self._processes = processes
        self._tree = tree_below_me()
        self._program = 0

    def keep(self, command: list[str]) -> None:
        """Until an order, the end of fairdeal, or a limit that is passed."""
        ignored = _be_deaf()
        adopt_orphans()
        prctl(PR_SET_PDEATHSIG, signal.SIGCONT)  # if the program has stopped us and fairdeal dies, we wake
        error = self._start(command, ignored)
        if error:
            self.tell(f'"event":"cannot","errno":{error}')
            return
        _let_go_of_the_streams()
        self.tell(f'"event":"started","pid":{self._program}')
        self._watch()
        self.tell(f'"event":"ended","left":{self.end()}')

    def tell(self, fields: str) -> None:
        """One line for fairdeal, which may be gone."""
        with contextlib.suppress(OSError):
            os.write(self._control, f"{{{fields}}}\n".encode())

    def end(self) -> int:
        """End everything below, as urgently as the system lets us, for it may be a race. Returns how many are left."""
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, -20)
        until = time.monotonic() + PATIENCE
        while True:
            left = end(self._tree, PATIENCE)
            try:
                os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return len(left)
            if time.monotonic() > until:
                return max(1, len(left))

    def _start(self, command: list[str], ignored: dict[int, bool]) -> int:
        """Start the program. Returns the error number, or 0."""
        keeper, (reading, writing) = os.getpid(), os.pipe()
        self._program = os.fork()
        if self._program == 0:
            _become(command, ignored, keeper, writing)
        os.close(writing)
        said = os.read(reading, 16)
        os.close(reading)
        return int(said or b"0")

    def _watch(self) -> None:
        ending = _ending_of(self._program)
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        if ending is not None:
            poll.register(ending, select.POLLIN)
        pause = TICK
        while pause and self._control not in dict(poll.poll(1000 * pause)):
            if self._wait_for_all() and ending is not None:
                poll.unregister(ending)
            pause = self._sample()

    def _wait_for_all(self) -> bool:
        """Take note of children that have ended. Returns whether the program is one of them."""
        program_ended = False
        for _ in range(10_000):  # there may be more all the time
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if pid == 0:
                break
            if pid == self._program:
                self._program, program_ended = 0, True
                self.tell(f'"event":"exited","code":{os.waitstatus_to_exitcode(status)}')
        return program_ended

    def _sample(self) -> float:
        """How long until the next sample; 0 if a limit is passed."""
        started = time.monotonic()
        resident = self._tree.memory(self._memory)
        used = sum(resident.values())
        if len(resident) > self._processes:
            return self._passed("processes", len(resident), len(resident))
        if used > self._memory:
            return self._passed("memory", used, len(resident))
        tick = QUICK_TICK if 2 * used > self._memory else TICK
        return max(tick, 10 * (time.monotonic() - started))

    def _passed(self, kind: str, measured: int, processes: int) -> float:
        self.tell(f'"event":"limit","kind":"{kind}","measured":{measured},"processes":{processes}')
        return 0.0


def _be_deaf() -> dict[int, bool]:
    """Ignore every signal that can be ignored. Returns which of them were ignored already."""
    ignored: dict[int, bool] = {}
    for number in range(1, signal.NSIG):
        try:
            before = signal.signal(number, signal.SIG_DFL if number == signal.SIGCHLD else signal.SIG_IGN)
        except (OSError, ValueError):
            continue  # KILL, STOP, and those that the C library keeps for itself
        ignored[number] = before == signal.SIG_IGN and number not in (signal.SIGPIPE, signal.SIGXFSZ)  # Python's doing
    return ignored


def _become(command: list[str], ignored: dict[int, bool], keeper: int, writing: int) -> None:
    """In the child: turn into the program, or say why not."""
    try:
        os.setsid()
        for number, was in ignored.items():
            signal.signal(number, signal.SIG_IGN if was else signal.SIG_DFL)
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # if it kills the keeper, it dies as well
        if os.getppid() == keeper:
            _mark_me()
            os.execvp(command[0], command)
    except OSError as error:
        os.write(writing, str(error.errno).encode())
    finally:
        os._exit(127)


def _mark_me() -> None:
    with contextlib.suppress(OSError):
        file = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
        os.write(file, str(_mark() or 1000).encode())
        os.close(file)


def _ending_of(pid: int) -> int | None:
    """Something to poll that is ready when the process has ended, where the system has that."""
    if sys.platform != "linux":
        return None
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


def _let_go_of_the_streams() -> None:
    """The pipes belong to the program alone, so that their end is seen."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)


def main(words: list[str]) -> None:
    """Keep the program that the words name."""
    control = int(words[0])
    os.set_inheritable(control, False)
    keeper = Keeper(control, int(words[1]), int(words[2]))
    try:
        keeper.keep(words[3:])
    except BaseException as error:
        text = ascii(repr(error)).replace("\\", "/").replace('"', "'")
        keeper.tell(f'"event":"broken","why":"{text}"')
        keeper.end()


if __name__ == "__main__":
    main(sys.argv[1:])
