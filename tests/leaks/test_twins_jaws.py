"""Twins of Jaws over HTTP: where the shark is, what it did and holds, tells nobody who may not know it."""

from leak_games import compare_all


def test_nothing_that_comes_out_tells_two_games_apart(visits, request):
    before, times = visits.figures.copy(), request.config.getoption("--twins")
    count = compare_all(visits, "jaws", times)
    compared = visits.figures - before
    print(f"jaws: {dict(compared)}")
    assert compared["pairs"] == count
    assert compared["answers"] > 100 * count
