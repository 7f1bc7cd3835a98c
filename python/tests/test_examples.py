"""The examples run and say what they say they do."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples/python"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_example(path):
    out = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=120)
    assert out.returncode == 0, out.stderr
    expected = [line.removeprefix("# prints: ") for line in path.read_text().splitlines() if line.startswith("# prints: ")]
    assert expected and out.stdout.splitlines() == expected
