"""The event phase: swimmers, the sixteen cards, and the token of the closed beach."""

from __future__ import annotations

import pytest
from jaws_amity import CARDS, Game

from tableshark import Quick
from tableshark_jaws.amity import act
from tableshark_jaws.amity.moves import (
    Close,
    Drop,
    EndTurn,
    Fly,
    PickBeach,
    PickDock,
    PickUp,
    Rescue,
    Sail,
    StayPut,
    Swim,
    Tip,
    Walk,
)
from tableshark_jaws.amity.news import (
    BeachCleared,
    BrodyStayed,
    ChoiceAsked,
    EventMoved,
    EventsShuffled,
    EventTurned,
    MichaelCame,
    SwimmersCame,
    TokenTurned,
)
from tableshark_jaws.amity.tables import TABLES

CAME = {
    1: ("Ben Gardner's Boat", 2, 1, 0, 2),
    2: ("Amity Island in the News", 1, 2, 2, 0),
    3: ("Holiday Roast", 1, 0, 1, 2),
    4: ("Mayor Vaughn Steps In", 2, 2, 1, 1),
    5: ("Caught the Wrong Shark", 0, 1, 1, 1),
    6: ("The Fourth of July", 1, 1, 1, 1),
    7: ("Michael Brody's Birthday", 1, 1, 2, 0),
    8: ("Frank Silva, Harbor Master", 2, 1, 0, 2),
    9: ("$3,000 Bounty on the Shark", 1, 2, 2, 1),
    10: ("The USS Indianapolis", 0, 2, 1, 2),
    11: ("Shark Alert!", 0, 1, 0, 2),
    12: ("Cardboard Fin Hoax", 1, 1, 1, 1),
    13: ("Shark Alert!", 0, 2, 1, 0),
    14: ("Shark Alert!", 2, 0, 0, 1),
    15: ("Shark Alert!", 1, 0, 2, 0),
    16: ("Helicopter", 2, 0, 2, 1),
}
"""Title, and swimmers at N, S, E and W, as on the page of the rules."""
MORE = {11: "NSE", 13: "NEW", 14: "SEW", 15: "NSW"}
"""The further swimmers of a Shark Alert."""


def water(n, s, e, w):
    return {"N": n, "S": s, "E": e, "W": w}


@pytest.mark.parametrize("card", CARDS)
def test_every_card_brings_its_swimmers(card):
    """JW-14: each to its beach, from the supply of fifteen."""
    title, *counts = CAME[card]
    # Beyond 3 no Shark Alert brings more.
    game = Game(card, track=4)
    assert game.water() == water(*counts)
    turned = game.story(EventTurned)
    assert (turned.card, turned.title, turned.round) == (card, title, 1)
    view = game.view()
    assert (view.event.card, view.event.title) == (card, title)
    assert view.event.text in turned.text
    assert view.supply == 15 - sum(counts)
    came = game.story(SwimmersCame)
    assert came.beaches == {beach: count for beach, count in water(*counts).items() if count}
    assert came.lost == 0


def test_the_rulebooks_example():
    """JW-14: one swimmer at North Beach, two at South Beach and two at East Beach."""
    game = Game(card=2)
    assert game.water() == {"N": 1, "S": 2, "E": 2, "W": 0}
    assert game.story(SwimmersCame).text == "Swimmers come: 1 at North Beach, 2 at East Beach and 2 at South Beach."


@pytest.mark.parametrize(("card", "beaches"), MORE.items())
@pytest.mark.parametrize("track", [0, 3, 4, 8])
def test_shark_alerts_bring_more_while_the_track_is_low(card, beaches, track):
    """JW-14: at 3 or less."""
    _, *counts = CAME[card]
    expected = water(*counts)
    if track <= 3:
        for beach in beaches:
            expected[beach] += 1
    assert Game(card, track=track).water() == expected


def test_swimmers_add_up():
    """JW-14: what swims already stays, and Michael is none of the supply."""
    game = Game(card=9, swimmers={"N": 2, "W": 1}, michael="E")
    assert game.water() == {"N": 3, "S": 2, "E": 2, "W": 2}
    assert game.view().supply == 6
    assert game.space("E").michael


@pytest.mark.parametrize(
    ("left", "came", "lost"),
    [
        (5, {"N": 1, "S": 2, "E": 2}, 1),
        (4, {"N": 1, "S": 2, "E": 1}, 2),
        (2, {"N": 1, "S": 1}, 4),
        (0, {}, 6),
    ],
)
def test_a_short_supply_fills_north_south_east_west(left, came, lost):
    """JW-14: and what is lacking is lost."""
    game = Game(card=9, swimmers={"W": 15 - left})
    told = game.story(SwimmersCame)
    assert (told.beaches, told.lost) == (came, lost)
    assert game.water()["W"] == 15 - left
    assert game.view().supply == 0


def test_the_further_swimmers_of_an_alert_come_last():
    """JW-14: with four left, card 11 brings its own three, and one more to North Beach."""
    game = Game(card=11, swimmers={"E": 11})
    assert game.story(SwimmersCame).beaches == {"N": 1, "S": 1, "W": 2}
    assert game.story(SwimmersCame).lost == 2
    short = Game(card=11, swimmers={"E": 14})
    assert short.story(SwimmersCame).beaches == {"S": 1}
    assert "For 5 more there are none left." in short.story(SwimmersCame).text


def test_the_eaten_and_the_rescued_come_again():
    """JW-14: the supply is whoever is not in the water."""
    game = Game(card=9).shark(EndTurn()).set(quint="S")
    game.quint(Rescue("swimmer"), Rescue("swimmer"), EndTurn())
    assert game.view().supply == 15 - 6 + 2


def test_an_empty_deck_is_shuffled_again():
    """JW-14: all sixteen, the last one too."""
    cards = tuple([card for card in CARDS if card not in (3, 9, 10)])
    game = Game(card=9, deck=(10,), discards=cards)
    game.rest()
    assert (game.stage.card, game.view().events_left) == (10, 0)
    assert [past.card for past in game.view().discards] == [*cards, 9]
    assert not game.heard(EventsShuffled)
    game.set(discards=(*cards, 3, 9)).rest()
    assert game.heard(EventsShuffled)
    assert sorted((game.stage.card, *game.stage.deck)) == list(CARDS)
    assert game.view().discards == ()


def test_a_new_deck_is_in_any_order():
    """JW-14: any of the sixteen can be the next."""
    nexts = set()
    for seed in range(100):
        game = Game(card=9)
        game.luck = Quick.of(bytes([seed]))
        nexts.add(game.set(deck=(), discards=tuple(card for card in CARDS if card != 9)).rest().stage.card)
    assert len(nexts) > 12


def test_a_deck_lies_in_any_order():
    """JW-14: it is shuffled at the start."""
    firsts = {act.begin(9, Quick.of(bytes([seed])))[0].deck[0] for seed in range(200)}
    assert firsts == set(CARDS)


def test_ben_gardners_boat():
    """JW-14: card 1, this round the shark may tip boats."""
    game = Game(card=1, start="8")
    assert game.may("shark", Tip) == {Tip("orca")}
    for card in CARDS:
        if card not in (1, 4, 5, 12, 16):
            assert Game(card, start="8", michael="gone").may("shark", Tip) == set()
    game.next(9)
    assert game.may("shark", Tip) == set()


def test_amity_island_in_the_news():
    """JW-14, JW-27: card 2, the first who takes a fifth action is the one; nothing is asked."""
    game = Game(card=2).shark(EndTurn())
    assert [game.left(seat) for seat in ("quint", "brody", "hooper")] == [5, 5, 5]
    game.hooper(Sail("1"), Sail("5"), Sail("1"), Sail("5"), EndTurn())
    assert [game.left(seat) for seat in ("quint", "brody", "hooper")] == [5, 5, 0]
    game.brody(Walk("8"), Walk("6"), Walk("8"), Walk("6"))
    assert game.left("brody") == 1
    game.brody(Walk("8"))
    assert game.may("brody") == {EndTurn()}
    game.brody(EndTurn())
    assert game.left("quint") == 4
    game.quint(Sail("4"), Sail("8"), Sail("4"), Sail("8"))
    assert game.may("quint") == {EndTurn()}
    game.next(3).shark(EndTurn())
    assert [game.left(seat) for seat in ("quint", "brody", "hooper")] == [4, 4, 4]


def test_holiday_roast():
    """JW-14, JW-28: card 3, no barrel is dropped or picked up at a dock; what floats in 5 is not at the dock."""
    changes = {"docked": {"5": 2, "8": 2}, "floating": {"5": 1}, "brody": "5", "held": {"brody": 1, "quint": 1}}
    for card, docks in ((3, set()), (9, {PickUp("dock", 1), PickUp("dock", 2)})):
        game = Game(card, **changes).shark(EndTurn())
        assert game.may("hooper", PickUp) == docks | {PickUp("floating", 1)}
        assert game.may("quint", PickUp) == docks
        assert game.may("brody", Drop) == ({Drop()} if docks else set())
        assert game.set(held={}).may("brody", PickUp) == docks - {PickUp("dock", 2)}


def test_mayor_vaughn_steps_in():
    """JW-14, JW-27: card 4, a beach of the crew's choice is cleared and closed, and the token moves there."""
    game = Game(card=4, swimmers={"S": 1}, michael="S", token="E")
    assert game.view().asked == "closing"
    for seat in ("quint", "brody", "hooper"):
        assert game.may(seat) == {PickBeach(beach) for beach in "NESW"}
    # The card brought three to South Beach, and nobody to East Beach.
    assert game.water() == {"N": 2, "S": 3, "E": 0, "W": 1}
    game.brody(PickBeach("S"))
    assert game.water() == {"N": 2, "S": 0, "E": 0, "W": 1}
    assert game.view().michael == "gone"
    assert (game.space("S").token, game.space("E").token) == ("closed", None)
    cleared = game.story(BeachCleared)
    assert (cleared.beach, cleared.swimmers, cleared.michael) == ("S", 4, True)
    assert cleared.text == "4 swimmers are rescued at South Beach, Michael too."
    assert game.stage.phase == "shark"
    assert game.view().track == 0


def test_mayor_vaughn_may_pick_the_closed_beach():
    """JW-24: the token, just turned to opening soon by the card, says closed again."""
    game = Game(card=4, token="N")
    assert game.space("N").token == "opening_soon"
    assert game.quint(PickBeach("N")).space("N").token == "closed"
    assert game.story(BeachCleared).text == "Nobody is rescued at North Beach."


@pytest.mark.parametrize("dock", ["5", "8"])
def test_caught_the_wrong_shark(dock):
    """JW-14, JW-27: card 5, Brody and Hooper's boat go to a dock, and the shark has four actions."""
    game = Game(card=5, quint="3", hooper="2", brody="shop")
    assert game.view().asked == "dock"
    assert game.may("quint") == {PickDock("5"), PickDock("8")}
    game.hooper(PickDock(dock))
    assert (game.at("brody"), game.at("hooper"), game.at("quint")) == (dock, dock, "3")
    assert game.story(EventMoved).who == ("brody", "hooper")
    assert game.view("shark").secrets.actions == 4
    game.shark(Swim("2"), Swim("4"), Swim("3"))
    assert game.may("shark", Swim)
    game.shark(Swim("7"))
    assert not game.may("shark", Swim)


def test_the_fourth_of_july():
    """JW-14: card 6, the beaches open before the swimmers come, and none may be closed this round."""
    game = Game(card=6, token="S", swimmers={"W": 1})
    assert game.water() == {"N": 1, "S": 1, "E": 1, "W": 2}
    assert all(game.space(beach).token is None for beach in "NESW")
    assert game.story(TokenTurned).side is None
    kinds = [type(story) for story in game.told]
    assert kinds.index(TokenTurned) < kinds.index(SwimmersCame)
    game.shark(EndTurn()).set(swimmers={})
    assert game.may("brody", Close) == set()
    game.next(3).shark(EndTurn()).set(swimmers={})
    assert game.may("brody", Close) == {Close(beach) for beach in "NESW"}


def test_michaels_birthday():
    """JW-14, JW-27: card 7, he comes where fewest swim, counted after placing; of several the crew picks."""
    # N 1, S 1, E 2 come.
    alone = Game(card=7, swimmers={"N": 1, "S": 1})
    assert alone.space("W").michael
    assert alone.story(MichaelCame).beach == "W"
    assert alone.stage.phase == "shark"
    level = Game(card=7, swimmers={"W": 1})
    assert level.view().asked == "michael"
    assert level.may("brody") == {PickBeach("N"), PickBeach("S"), PickBeach("W")}
    level.quint(PickBeach("S"))
    assert level.space("S").michael
    assert level.view().michael == "swims"
    assert level.water()["S"] == 1


def test_michael_comes_to_an_open_beach():
    """JW-14: one without the token once the swimmers are placed."""
    closed = Game(card=7, token="W")
    assert closed.may("quint") == {PickBeach("N"), PickBeach("S")}
    # East Beach is named: its token says opening soon, and it still is not open.
    soon = Game(card=7, token="E", swimmers={"N": 2, "S": 2, "W": 2})
    assert soon.space("E").token == "opening_soon"
    assert soon.space("W").michael
    # Named once more the token leaves, and nobody swims there.
    opens = Game(card=7, token="E", opening=True, swimmers={"N": 2, "S": 2, "W": 2})
    assert opens.space("E").michael


def test_michael_comes_once():
    """JW-14: on the board already he stays where he is; out of the game he stays out."""
    there = Game(card=7, michael="E", swimmers={"N": 1, "S": 1})
    assert there.space("E").michael
    assert not there.heard(MichaelCame)
    gone = Game(card=7, michael="gone")
    assert gone.view().michael == "gone"
    assert gone.water() == {"N": 1, "S": 1, "E": 2, "W": 0}
    assert gone.stage.phase == "shark"


def test_frank_silva():
    """JW-14, JW-28: card 8, at the docks barrels cost no action, also with none left; what floats there does."""
    game = Game(card=8, brody="5", held={"brody": 1}, docked={"5": 2}, floating={"5": 1}).shark(EndTurn())
    game.brody(Walk("7"), Walk("5"), Walk("7"), Walk("5"))
    assert game.may("brody") == {Drop(), EndTurn()}
    game.brody(Drop(), EndTurn())
    assert game.space("5").barrels == 3
    game.hooper(PickUp("dock", 1), PickUp("dock", 2))
    assert game.left("hooper") == 4
    game.hooper(PickUp("floating", 1))
    assert game.left("hooper") == 3
    paid = Game(card=9, docked={"5": 2}).shark(EndTurn()).hooper(PickUp("dock", 2))
    assert paid.left("hooper") == 4


@pytest.mark.parametrize(("card", "seat"), [(9, "hooper"), (10, "quint")])
def test_five_actions_for_one(card, seat):
    """JW-14: card 9, the bounty, gives Hooper five actions; card 10, the Indianapolis, Quint."""
    game = Game(card).shark(EndTurn())
    assert {member.member: member.actions for member in game.view().crew} == {
        "quint": 4, "brody": 4, "hooper": 4, seat: 5
    }  # fmt: skip
    there, back = {"hooper": ("1", "5"), "quint": ("4", "8")}[seat]
    game.play(seat, *[Sail(there), Sail(back)] * 2, Sail(there))
    assert game.may(seat) == {EndTurn()}


def test_cardboard_fin_hoax():
    """JW-14, JW-27: card 12, all three go with their boats where most swim; of several beaches they pick one."""
    game = Game(card=12, swimmers={"W": 1})
    assert [game.at(seat) for seat in ("quint", "brody", "hooper")] == ["W", "W", "W"]
    assert game.story(EventMoved).text == "Quint, Brody and Hooper go to West Beach."
    counted = Game(card=12, michael="E")
    assert counted.at("brody") == "E"
    level = Game(card=12, swimmers={"W": 1, "S": 1})
    assert level.view().asked == "gathering"
    assert level.may("hooper") == {PickBeach("S"), PickBeach("W")}
    level.hooper(PickBeach("S"))
    assert [level.at(seat) for seat in ("quint", "brody", "hooper")] == ["S", "S", "S"]


def test_helicopter():
    """JW-14, JW-27: card 16, Brody alone is asked, may go to any space of the island, and may decline."""
    game = Game(card=16)
    assert (game.view().asked, game.view().turn) == ("helicopter", "brody")
    assert game.may("brody") == {StayPut(), *[Fly(land) for land in ("shop", "5", "7", "8", "N", "E", "S", "W")]}
    with pytest.raises(AssertionError, match="not asked"):
        game.quint(StayPut())
    game.brody(Fly("shop"))
    assert (game.at("brody"), game.stage.phase) == ("shop", "shark")
    stays = Game(card=16).brody(StayPut())
    assert (stays.at("brody"), stays.stage.phase) == ("6", "shark")
    assert stays.heard(BrodyStayed)
    assert stays.left("brody") == 4


@pytest.mark.parametrize("card", CARDS)
def test_choices_come_before_the_shark_acts(card):
    """JW-27: cards 4, 5, 7, 12 and 16 ask in the event phase, no other does; one answer is enough."""
    # With one swimmer at West Beach three beaches are level on card 7, with none all four on card 12.
    game = Game(card, swimmers={"W": int(card == 7)})
    asks = card in (4, 5, 7, 12, 16)
    assert (game.stage.phase == "event") is asks
    assert game.heard(ChoiceAsked) is asks
    if asks:
        assert game.story(ChoiceAsked).asked == game.view().asked
        seats = {"brody"} if card == 16 else {"quint", "brody", "hooper"}
        awaiting = act.asked(game.stage)
        assert awaiting.seats == seats
        assert len(seats) == 1 or awaiting.until == "any"
        game.play("brody", sorted(game.may("brody"), key=str)[0])
    assert (game.stage.phase, game.view().asked, game.stage.options) == ("shark", None, ())


def test_texts_are_sentences():
    """JW-14: each card says in words of its own what it does."""
    for event in TABLES.events:
        assert event.text.endswith(".")
        assert event.text[0].isupper()
    assert len({event.text for event in TABLES.events}) == 16
