"""What tests marked `tools` install for themselves, in folders of their own and in exact versions."""

import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

CLIENTS = Path(__file__).parents[1] / "clients"
QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"]


def run(*command, stderr=subprocess.PIPE, **more):
    """Run a program that must succeed; give what it wrote to its output."""
    command = [str(part) for part in command]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=stderr, text=True, timeout=300, check=False, **more)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def need(*programs):
    """Skip a test on a machine that lacks these programs; CI does not accept that."""
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"needs {program}")


def install_python(folder):
    """Install requirements.txt in a fresh venv; give the folder of its programs."""
    programs = folder / "bin"
    python = programs / "python"
    uv = Path(sys.executable).with_name("uv")
    venv.create(folder, with_pip=not uv.exists())
    pip = [uv, "pip", "install", "--python", python] if uv.exists() else [python, "-m", "pip", "install"]
    run(*pip, "--quiet", "--requirement", CLIENTS / "requirements.txt")
    return programs


def install_node(folder):
    """Install package-lock.json in a copy of tests/clients; give its folder."""
    shutil.copytree(CLIENTS, folder)
    run("npm", "ci", *QUIET, cwd=folder)
    return folder
