"""Calls that have been started."""


class Future:
    """A call that runs: `result()`, `done()`, `cancel()`, and `await`."""

    __slots__ = ("_call", "_outcome")

    def __init__(self, call):
        self._call = call
        self._outcome = None

    def done(self):
        """Whether the call has ended."""
        return self._call.done()

    def cancel(self):
        """Asks the call to end; its result is then `windrow.Cancelled`, unless it was done before. A kernel that runs is not stopped."""
        self._call.cancel()

    def result(self, timeout=None):
        """Waits for the result. After `timeout` seconds raises `TimeoutError`."""
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
        value, error = self._outcome
        if error is not None:
            raise error
        return value

    def __await__(self):
        import asyncio

        async def wait():
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
