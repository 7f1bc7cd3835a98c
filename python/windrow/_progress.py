"""What a long call does: launches of kernels and bytes of memory, while it runs."""

from __future__ import annotations

import sys
import threading
import time

from ._types import default_context

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from ._windrow import Context


class progress:
    """Shows what calls do, as long as the block runs: `with windrow.progress(): prog.simulate(..)`.

    A line is written to `file` (standard error) every `interval` seconds, over the one before it, if the block takes that long.
    `launches`, `bytes` and `seconds` say the same as numbers, also after the block; so one can ask from another thread.
    """

    def __init__(self, context: Context | None = None, *, interval: float = 0.2, file: TextIO | None = None) -> None:
        self._context = context or default_context()
        self._interval = interval
        self._file = file
        self._before = self._begin = self._end = None

    def __enter__(self) -> progress:
        self._before = self._context.stats.launches
        self._begin = time.monotonic()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._show, name="windrow-progress", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end = (self.launches, self.bytes, self.seconds)
        self._done.set()
        self._thread.join()

    @property
    def launches(self) -> int:
        """How many kernels have been launched since the block began."""
        return self._end[0] if self._end else self._context.stats.launches - self._before

    @property
    def bytes(self) -> int:
        """How many bytes of arrays are in use now."""
        if self._end:
            return self._end[1]
        stats = self._context.stats
        return stats.resident + stats.adopted

    @property
    def seconds(self) -> float:
        """How long the block has been running."""
        return self._end[2] if self._end else time.monotonic() - self._begin

    def __repr__(self) -> str:
        return f"{self.launches} launches, {_size(self.bytes)}, {self.seconds:.1f} s"

    def _show(self):
        file = self._file or sys.stderr
        shown = False
        while not self._done.wait(self._interval):
            shown = True
            print(f"\r{self!r}   ", end="", file=file, flush=True)
        if shown:
            print(f"\r{self!r}   ", file=file, flush=True)


def _size(count):
    """Bytes for people."""
    for unit in ["bytes", "kB", "MB", "GB"]:
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} TB"
