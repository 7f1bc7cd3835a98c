"""Contexts and programs that the tests share."""

import pytest
import windrow


@pytest.fixture(params=["native", "interp"])
def context(request):
    """A new context, on the processor and with the interpreter."""
    return windrow.Context(backend=request.param)


@pytest.fixture
def native():
    """A new context on the processor, with no copies counted yet."""
    return windrow.Context(backend="native")
