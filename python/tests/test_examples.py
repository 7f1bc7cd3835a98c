"""The examples run and say what they say they do."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples/python"


def needs(path):
    """Skips an example that imports a package which is not installed."""
    for name in re.findall(r"^import (\w+)", path.read_text(), re.MULTILINE):
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"{path.name} needs {name}")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_example(path):
    needs(path)
    out = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=300)
    assert out.returncode == 0, out.stderr
    expected = [line.removeprefix("# prints: ") for line in path.read_text().splitlines() if line.startswith("# prints: ")]
    assert expected and out.stdout.splitlines() == expected


def said(notebook):
    """What the cells of a notebook have printed, returned and raised."""
    texts = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            texts.append(output.get("text") or output.get("evalue") or output["data"]["text/plain"])
    return texts


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.name)
def test_notebook(path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    notebook = nbformat.read(path, as_version=4)
    expected = said(notebook)
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(path.parent)}}).execute()
    assert expected and said(notebook) == expected
