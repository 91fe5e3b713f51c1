"""The command `tableshark plot`: a PNG with four panels that hold the figures of the result."""

import subprocess
import sys

import pytest
from matplotlib.image import imread
from simulating import PLUGINS, call, sharks

from tableshark_workers.simulations import run
from tableshark_workers.simulations.plotting import draw


@pytest.fixture
def tableshark(capsys, monkeypatch):
    return lambda *args: call(capsys, monkeypatch, *args)


ARGS = ("simulate", "shark-attacks", "--bots", "stop-at-8,stop-at-12", "--workers", 1, "--json")


def test_it_draws_a_png(tableshark, tmp_path):
    result, picture = tmp_path / "result.json", tmp_path / "other.png"
    result.write_text(tableshark(*ARGS, "--episodes", 30)[1])
    assert tableshark("plot", result) == (0, f"{tmp_path / 'result.png'}\n", "")
    assert tableshark("plot", result, "--output", picture) == (0, f"{picture}\n", "")
    pixels = imread(picture)
    assert pixels.shape[:2] == (800, 1200)
    for half in (pixels[:400, :600], pixels[:400, 600:], pixels[400:, :600], pixels[400:, 600:]):
        assert half.std() > 0.05, "a panel is empty"


def test_its_panels_hold_the_figures():
    told = run(sharks(200), plugins=PLUGINS)
    shares, scores, lengths, seats = draw(told).axes
    for axes in (shares, scores, lengths, seats):
        assert axes.get_title()
        assert axes.get_xlabel()
    for axes, standings in ((shares, told.report.players), (seats, told.report.seats)):
        assert [label.get_text() for label in axes.get_yticklabels()] == list(standings)
        for drawn, standing in zip(axes.containers, standings.values(), strict=True):
            [segment] = drawn.lines[2][0].get_segments()
            assert [x for x, _ in segment] == pytest.approx([standing.wins.low, standing.wins.high])
            assert list(drawn.lines[0].get_xdata()) == [standing.wins.mean]
    assert sum(bar.get_height() for bar in lengths.patches) == 200
    assert [text.get_text() for text in scores.get_legend().get_texts()] == list(told.report.players)


@pytest.mark.parametrize(("given", "bots"), [({"steps": 1}, ("random", "random")), ({}, ("stop-at-8", "stop-at-8"))])
def test_games_without_an_end_and_one_player_alone_can_be_drawn(given, bots, tmp_path):
    told = run(sharks(1, bots, **given), plugins=PLUGINS)
    draw(told).savefig(tmp_path / "small.png")


def test_one_clear_line_for_what_can_not_be(tableshark, tmp_path):
    result = tmp_path / "result.json"
    result.write_text(tableshark(*ARGS, "--episodes", 1000, "--seconds", 1e-9)[1])
    for args, told in (
        ((result,), "no episode"),
        ((tmp_path / "nothing",), "can't be read"),
    ):
        code, out, err = tableshark("plot", *args)
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert told in err


def test_without_matplotlib_it_says_how_to_get_it():
    program = "import sys; sys.modules['matplotlib'] = None; from tableshark.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "plot", "result.json"], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "pip install 'tableshark-workers[plot]'" in done.stderr
