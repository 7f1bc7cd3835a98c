"""Errors as exceptions with positions and rows."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
import windrow

REPOSITORY = Path(__file__).parents[2]


def test_source_errors_are_rendered():
    with pytest.raises(windrow.SourceError) as caught:
        windrow.compile("entry f (x: i64) =\n  x + true", name="wrong.fut")
    error = caught.value
    assert error.position == ("wrong.fut", 2, 7) and error.position.line == 2
    assert "x + true" in str(error) and "^^^^" in str(error)
    assert error.diagnostics[0]["id"] == "type-mismatch"
    assert "SourceError" in error._render_traceback_()[0]


@pytest.mark.parametrize("path", sorted((REPOSITORY / "tests/errors").glob("*.fut")), ids=lambda p: p.name)
def test_every_wrong_program_has_a_position(path):
    try:
        program = windrow.load(path, context=windrow.Context(backend="interp"))
    except windrow.SourceError as error:
        assert error.position is not None and error.position.line >= 1
    except windrow.Unsupported as error:
        assert str(error)
    else:
        # It is wrong when it runs.
        assert program.entries is not None


def test_failures_have_position_and_row(context):
    first = windrow.compile("entry f [n] (xss: [n][?]i64): [n]i64 =\n  map (\\xs -> xs[0]) xss", context=context).f
    with pytest.raises(windrow.Failure) as caught:
        first([[1], []])
    assert caught.value.position == ("<string>", 2, 15) and caught.value.row == (1,)
    assert "out of bounds" in str(caught.value)
    assert first([[1], [2]]).to_list() == [1, 2]


def test_shapes_that_do_not_agree(context):
    dot = windrow.compile("entry f [n] (xs: [n]f64) (ys: [n]f64): f64 = f64.sum (map2 (*) xs ys)", context=context).f
    with pytest.raises(windrow.ShapeError) as caught:
        dot(np.ones(3), np.ones(2))
    error = caught.value
    assert (error.parameter, error.dimension, error.expected, error.found) == ("ys", 0, 3, 2)


def test_arguments_of_another_type(context):
    f = windrow.compile("entry f [n] (xss: [n][?]f64): [n]f64 = map f64.sum xss", context=context).f
    for given in [np.ones(3), np.ones((2, 2), np.float32), 5, None, {"a": 1}, pa.array([1.0]), pa.array([[1]])]:
        with pytest.raises((windrow.ArgumentError, windrow.DataError)):
            f(given)
    with pytest.raises(windrow.ArgumentError, match="argument xss of f must be .*row 1, 0: 'x' is not of type f64") as caught:
        f([[1.0], ["x"]])
    assert caught.value.row == (1, 0)
    assert isinstance(caught.value, TypeError)


def test_nulls_are_refused_with_their_place(context):
    f = windrow.compile("entry f [n] (ps: [n]{x: i64, ys: [?]f64}): i64 = i64.sum (map (.x) ps)", context=context).f
    with pytest.raises(windrow.DataError) as caught:
        f(pa.array([{"x": 1, "ys": [1.0]}, {"x": 2, "ys": [1.0, 2.0, None]}]))
    assert (caught.value.path, caught.value.row) == ("ys", (1, 2))
    with pytest.raises(windrow.DataError) as caught:
        f(pa.array([{"x": 1, "ys": [1.0]}, {"x": None, "ys": [1.0]}]))
    assert (caught.value.path, caught.value.row) == ("x", (1,))


def test_other_mistakes(tmp_path):
    with pytest.raises(windrow.FileError):
        windrow.load(tmp_path / "none.fut")
    with pytest.raises(ValueError):
        windrow.Context(backend="abacus")
    program = windrow.compile("entry f (x: i64) = x")
    with pytest.raises(AttributeError, match="there are: f"):
        program.g
    with pytest.raises(KeyError):
        program["g"]
    other = windrow.Context(backend="interp")
    array = windrow.compile("entry f (n: i64) = iota n", context=other).f(3)
    # Arrays of other contexts are taken, but cannot be given away.
    program = windrow.compile("entry f (xs: *[]i64) = i64.sum xs")
    assert program.f(array) == 3
    with pytest.raises(windrow.UsageError, match="another context"):
        program.f(windrow.consume(array))


def test_memory_that_is_not_there():
    context = windrow.Context(backend="native", memory=100_000)
    f = windrow.compile("entry f (n: i64) = map (* 2) (iota n)", context=context).f
    with pytest.raises(windrow.OutOfMemory):
        f(50_000)
    assert len(f(1000)) == 1000
