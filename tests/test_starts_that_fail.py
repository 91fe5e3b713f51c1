"""What can't be started says so in one clear line, and with an exit code."""

import os
import socket
import subprocess
import sys

import pytest
from whole_server import free_port


def refused(environment, *arguments):
    """Run a command that is to fail: one line, no trace, an exit code that says so."""
    done = subprocess.run(
        [sys.executable, "-m", "tableshark", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode not in (0, None)
    assert "Traceback" not in done.stderr
    [line] = done.stderr.strip().splitlines()
    return line


def test_a_port_in_use_is_one_clear_line(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        line = refused({"TABLESHARK_DATA": str(tmp_path), "TABLESHARK_PORT": str(port)}, "serve")
    assert str(port) in line


def test_a_folder_that_another_server_uses_is_one_clear_line(server):
    line = refused({"TABLESHARK_DATA": str(server.data), "TABLESHARK_PORT": str(free_port())}, "serve")
    assert str(server.data) in line


@pytest.mark.parametrize("command", ["serve", "api", "work", "clock"])
def test_a_store_that_is_away_is_one_clear_line(tmp_path, command):
    away = f"redis://127.0.0.1:{free_port()}/0"
    assert "store" in refused({"TABLESHARK_STORE": away, "TABLESHARK_PORT": str(free_port())}, command)


@pytest.mark.parametrize("command", ["api", "work", "clock"])
def test_without_a_store_a_part_alone_says_what_to_do(command):
    line = refused({"TABLESHARK_STORE": ""}, command)
    assert "TABLESHARK_STORE" in line


def test_a_setting_that_cannot_be_read_is_one_clear_line():
    assert "TABLESHARK_PORT" in refused({"TABLESHARK_PORT": "eighty"}, "serve")
