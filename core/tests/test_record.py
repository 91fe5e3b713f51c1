"""Records: what a finished game tells, and that whatever is changed in one is found, with its place."""

import json

import msgspec
import pytest
from click.testing import CliRunner
from hall import Hall
from msgspec.structs import replace

from tableshark import luck, record
from tableshark.chance import Quick
from tableshark.cli import group
from tableshark.errors import BadRecord, GameOver
from tableshark.game import abandon
from tableshark.header import Place, Terms
from tableshark.rules import draw_move


@pytest.fixture
def hall(store):
    return Hall(store)


def play_out(hall, game):
    chance = Quick.of(b"play")
    while (position := hall.game(game)).outcome is None:
        seat = chance.pick(position.waiting)
        rules = hall.plugins.get(hall.table(game).header.rules)
        hall.say(game, seat, draw_move(rules.legal(position.state, seat), chance))


def finished(hall, rules, salts=True):
    """A game whose players sat down one after the other, each with a salt."""
    options = hall.plugins.get(rules).options()
    seats = hall.plugins.get(rules).seats(options)
    game = hall.desk.create(rules, options, [Place(seat) for seat in seats]).id
    for seat in seats:
        hall.desk.take_seat(game, seat, f"key of {seat}", salt=f"salt-of-{seat}" if salts else None)
    play_out(hall, game)
    return record.make(hall.table(game), hall.store.log(game))


def again(told):
    return record.read(msgspec.json.encode(told))


@pytest.mark.parametrize("rules", ["pig", "thief", "bids", "count"])
def test_the_record_of_a_game_holds(hall, rules):
    told = finished(hall, rules)
    shown = record.verify(hall.plugins, again(told))
    assert shown.lines == len(told.lines)
    assert shown.draws == sum(len(json.loads(line.text)["draws"] or ()) for line in told.lines) > 0
    assert shown.replayed
    assert set(told.salts) == set(told.seats)
    assert not told.seeded


def test_salts_change_the_luck_and_leave_the_commitment(hall):
    one, other = finished(hall, "pig"), finished(hall, "pig", salts=False)
    assert other.salts == {}
    assert luck.commitment(one.game, bytes.fromhex(one.seed)) == one.commitment
    bare = again(replace(one, salts={}))
    with pytest.raises(BadRecord, match="seed and salts do not give it"):
        record.verify(hall.plugins, bare)


def chained(told):
    """The lines as somebody would write them who changes one and knows how the hashes are made."""
    before, lines = told.commitment, []
    for line in told.lines:
        before = luck.chain(before, line.text.encode())
        lines.append(record.Line(line.text, before))
    return replace(told, lines=tuple(lines))


def first(told, wanted):
    """The first line after the setup of which this holds, and what it says."""
    return next(
        (number, entry)
        for number, entry in enumerate(json.loads(line.text) for line in told.lines)
        if number and wanted(entry)
    )


def changed(told, number, **change):
    entry = json.loads(told.lines[number].text) | change
    lines = list(told.lines)
    lines[number] = record.Line(json.dumps(entry, separators=(",", ":")), lines[number].hash)
    return replace(told, lines=tuple(lines))


def tampered_move(told):
    number, _ = first(told, lambda entry: entry["move"] == {"type": "bank"})
    return changed(told, number, move={"type": "roll"}), number


def tampered_draw(told):
    number, entry = first(told, lambda entry: entry["draws"])
    ways, drawn = entry["draws"][0]
    return changed(told, number, draws=[[ways, (drawn + 1) % ways], *entry["draws"][1:]]), number


def tampered_seed(told):
    number = 0 if json.loads(told.lines[0].text)["draws"] else first(told, lambda entry: entry["draws"])[0]
    return replace(told, seed="00" * 32), number


def tampered_salt(told):
    number = tampered_seed(told)[1]
    return replace(told, salts=told.salts | {"p0": "another"}), number


def left_out(told):
    number, _ = first(told, lambda entry: entry["move"] == {"type": "roll"})
    return replace(told, lines=told.lines[:number] + told.lines[number + 1 :]), number


@pytest.mark.parametrize("rechained", [False, True], ids=["as-it-was", "with-new-hashes"])
@pytest.mark.parametrize("tamper", [tampered_move, tampered_draw, tampered_seed, tampered_salt, left_out])
def test_what_is_tampered_with_is_found_with_its_place(hall, tamper, rechained):
    told, number = tamper(finished(hall, "pig"))
    told = again(chained(told) if rechained else told)
    with pytest.raises(BadRecord) as caught:
        record.verify(hall.plugins, told)
    # With new hashes a line that fits the luck is found where the rules say no, which may be a little later.
    assert caught.value.line is not None
    assert caught.value.line >= number
    if not rechained or tamper in (tampered_draw, tampered_seed, tampered_salt):
        assert caught.value.line == number


def test_the_end_is_looked_at(hall):
    told = finished(hall, "pig")
    for other in (
        chained(replace(told, lines=told.lines[:-1])),
        replace(told, outcome=replace(told.outcome, reason="a whim")),
        replace(told, outcome=None),
    ):
        with pytest.raises(BadRecord, match="another outcome"):
            record.verify(hall.plugins, again(other))
    stranger = replace(told, game="0" * 24)
    with pytest.raises(BadRecord, match="not the one that was committed to"):
        record.verify(hall.plugins, again(stranger))


def test_rules_that_are_away_are_not_played_again(hall):
    told = finished(hall, "pig")
    del hall.plugins.rules["pig"]
    assert not record.verify(hall.plugins, told).replayed
    with pytest.raises(BadRecord):
        record.verify(hall.plugins, tampered_draw(told)[0])


def test_a_game_that_was_given_up_has_a_record_too(hall):
    game = hall.open("pig", seed=None)
    hall.desk.give_up(game)
    table = hall.table(game)
    assert table.header.status == "abandoned"
    assert table.header.outcome.reason == "abandoned"
    told = record.make(table, hall.store.log(game))
    assert record.verify(hall.plugins, again(told)).replayed
    wrong = changed(told, len(told.lines) - 1, absent=["p1"])
    with pytest.raises(BadRecord):
        record.verify(hall.plugins, again(chained(wrong)))


def test_a_game_that_never_began_has_a_record_too(hall):
    game = hall.open("pig", by="open")
    hall.desk.give_up(game)
    told = record.make(hall.table(game), hall.store.log(game))
    assert (told.lines, told.outcome) == ((), None)
    assert record.verify(hall.plugins, again(told)).lines == 0
    with pytest.raises(GameOver):
        hall.desk.submit(game, "p0", None, 1)


@pytest.mark.parametrize("body", [b"", b"{}", b"[1]", b'{"format": 1}', b"\xff"])
def test_what_is_no_record(body):
    with pytest.raises(BadRecord, match="no record"):
        record.read(body)


def test_another_format_is_told(hall):
    told = finished(hall, "pig")
    with pytest.raises(BadRecord, match="format 2"):
        again(replace(told, format=2))
    with pytest.raises(BadRecord, match="no record"):
        again(replace(told, seed="zz"))


def test_the_command(hall, tmp_path):
    told = finished(hall, "pig")
    path = tmp_path / "record.json"
    path.write_bytes(msgspec.json.encode(told))
    shown = CliRunner().invoke(group, ["verify", str(path)], obj=hall.plugins)
    assert shown.exit_code == 0
    assert f"game {told.game} holds: {len(told.lines)} lines" in shown.output
    path.write_bytes(msgspec.json.encode(tampered_draw(told)[0]))
    with pytest.raises(BadRecord, match="does not fit the hash"):
        CliRunner().invoke(group, ["verify", str(path)], obj=hall.plugins, catch_exceptions=False)
    with pytest.raises(BadRecord, match="can't be read"):
        CliRunner().invoke(group, ["verify", str(tmp_path / "none")], obj=hall.plugins, catch_exceptions=False)


def test_giving_up_ranks_who_stayed_first(hall):
    game = hall.open("pig")
    position = hall.game(game)
    rules = hall.plugins.get("pig")
    ended = abandon(rules, position, ["p0"])
    assert ended.outcome.ranks == {"p0": 2, "p1": 1}
    assert ended.outcome.scores == {"p0": 0.0, "p1": 1.0}
    assert abandon(rules, position, ["p0", "p1"]).outcome.ranks == {"p0": 1, "p1": 1}
    assert Terms().absent == "wait"
