"""Calls that have been started."""

from __future__ import annotations

from ._errors import Cancelled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import Any

    from ._windrow import Call


class Future:
    """A call that runs: `result()`, `exception()`, `done()`, `cancel()`, `cancelled()`, and `await`."""

    __slots__ = ("_call", "_outcome")

    def __init__(self, call: Call) -> None:
        self._call = call
        self._outcome = None

    def done(self) -> bool:
        """Whether the call has ended."""
        return self._call.done()

    def cancel(self) -> bool:
        """Asks the call to end; its result is then `windrow.Cancelled`, unless it was done before. A kernel that runs is not stopped.

        Whether the call had not ended yet."""
        self._call.cancel()
        return not self._call.done()

    def cancelled(self) -> bool:
        """Whether the call has ended because it was cancelled."""
        return self.done() and isinstance(self.exception(), Cancelled)

    def exception(self, timeout: float | None = None) -> Exception | None:
        """Waits for the call to end; the exception that it raises, or None. After `timeout` seconds raises `TimeoutError`."""
        self._wait(timeout)
        return self._outcome[1]

    def result(self, timeout: float | None = None) -> Any:
        """Waits for the result. After `timeout` seconds raises `TimeoutError`."""
        self._wait(timeout)
        value, error = self._outcome
        if error is not None:
            raise error
        return value

    def _wait(self, timeout: float | None) -> None:
        try:
            if not self._call.wait(timeout):
                raise TimeoutError(f"the call has not ended after {timeout} seconds")
        except KeyboardInterrupt:
            self._call.cancel()
            raise
        if self._outcome is None:
            try:
                self._outcome = (self._call.take(), None)
            except Exception as error:
                self._outcome = (None, error)

    def __await__(self) -> Generator[Any, None, Any]:
        import asyncio

        async def wait() -> Any:
            pause = 0.00005
            try:
                while not self._call.done():
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, 0.005)
            except asyncio.CancelledError:
                self._call.cancel()
                raise
            return self.result()

        return wait().__await__()
