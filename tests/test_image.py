"""The image's pip lines, run in a fresh venv: what is installed is whole, without the workspace."""

import re
import shutil
import subprocess
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLACE = "/opt/tableshark"


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """What the Dockerfile copies, in a folder of its own."""
    folder = tmp_path_factory.mktemp("image")
    copies = re.findall(r"^COPY (?!--)(\S+) (\S+)$", (ROOT / "Dockerfile").read_text(), re.M)
    assert copies
    for source, target in copies:
        if (ROOT / source).is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "tests")
            shutil.copytree(ROOT / source, folder / target, ignore=ignored)
        else:
            shutil.copy(ROOT / source, folder / target)
    return folder


@pytest.mark.tools
def test_its_pip_lines_install_all_that_serve_needs(copied, tmp_path):
    image = (ROOT / "Dockerfile").read_text()
    run = re.search(r"^RUN python -m venv /opt/tableshark \\\n((?:.*\\\n)*.*)$", image, re.M)
    target = tmp_path / "tableshark"
    venv.create(target, with_pip=True)
    lines = run[1].replace("\\\n", "").replace("&&", "").strip().replace(PLACE, str(target))
    subprocess.run(["bash", "-euc", lines], cwd=copied, check=True, capture_output=True, text=True, timeout=280)
    listed = subprocess.run(
        [target / "bin" / "tableshark", "rules"], cwd="/", check=True, capture_output=True, text=True, timeout=60
    )
    assert "shark-attacks" in listed.stdout
    assert "disabled" not in listed.stderr
    commands = subprocess.run(
        [target / "bin" / "tableshark", "--help"], cwd="/", check=True, capture_output=True, text=True, timeout=60
    )
    assert {"serve", "api", "work", "clock", "play"} <= set(re.findall(r"^  (\w+)", commands.stdout, re.M))
    # Nothing that only development needs.
    absent = subprocess.run([target / "bin" / "python", "-c", "import pytest"], capture_output=True, check=False)
    assert absent.returncode != 0


def test_the_last_stage_has_no_build_tools_and_is_no_root():
    last = (ROOT / "Dockerfile").read_text().split("\nFROM ")[-1]
    assert re.search(r"^USER app$", last, re.M)
    assert not re.search(r"apt-get|pip install|gcc|build-essential", last)
    assert "-slim" in last.splitlines()[0]
