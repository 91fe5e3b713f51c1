"""Loading: real entry points of small packages, some of them broken in every way."""

import shutil
import sys
from importlib.metadata import EntryPoint, distributions
from textwrap import dedent

import click
import pytest
from click.testing import CliRunner
from hall import TOYS

from tableshark import cli
from tableshark.errors import Clash, RulesAway, UnknownBot, UnknownRules
from tableshark.plugins import load

PIG = """
    import dataclasses
    from tableshark import hookimpl
    from toys import PIG

    @hookimpl
    def tableshark_rules():
        return [dataclasses.replace(PIG, id="{id}")]
"""


class Shelf:
    """A folder of installed packages: each a module and its dist-info."""

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        self.modules = []
        monkeypatch.syspath_prepend(str(folder))

    def install(self, name, source, *, points=None):
        module = name.replace("-", "_")
        (self.folder / f"{module}.py").write_text(dedent(source))
        info = self.folder / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        points = points or {name: module}
        lines = [f"{point} = {target}" for point, target in points.items()]
        (info / "entry_points.txt").write_text("\n".join(["[tableshark]", *lines, ""]))
        self.modules.append(module)

    def load(self, **given):
        points = [
            point
            for found in distributions(path=[str(self.folder)])
            for point in found.entry_points.select(group="tableshark")
        ]
        return load(points, **given)


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    shelf = Shelf(tmp_path, monkeypatch)
    yield shelf
    for module in shelf.modules:
        sys.modules.pop(module, None)


def test_installed_plugins_are_found(shelf):
    shelf.install("pig-game", PIG.format(id="first-pig"))
    shelf.install("pig-more", PIG.format(id="second-pig"))
    plugins = shelf.load()
    assert sorted(plugins.rules) == ["first-pig", "second-pig"]
    assert plugins.broken == []
    assert plugins.get("first-pig").title == "Pig"
    assert plugins.owners["rules", "first-pig"] == "pig-game:pig-game"
    assert sorted(bot.id for bot in plugins.bots_for("first-pig")) == ["greedy", "random"]
    assert sorted(shelf.load(only=["pig-more"]).rules) == ["second-pig"]
    with pytest.raises(UnknownRules, match="third-pig"):
        plugins.get("third-pig")
    with pytest.raises(RulesAway, match="third-pig"):
        plugins.needed("third-pig")


def test_without_arguments_all_that_is_installed_is_loaded(shelf):
    shelf.install("pig-game", PIG.format(id="found-pig"))
    assert "found-pig" in load().rules  # the folder is on the path, as site-packages is


def test_a_plugin_brings_bots_and_commands(shelf):
    shelf.install(
        "own-bots",
        """
        import click
        from tableshark import Bot, Decision, Level, hookimpl

        def choose(vantage, notes, settings, chance, budget):
            return Decision(vantage.legal[0])

        @hookimpl
        def tableshark_bots():
            return [
                Bot(id="first", title="Plays the first", choose=choose, rules="pig"),
                Bot(id="random", title="Not so random", choose=choose, rules="pig"),
                Bot(id="any", title="Any", choose=choose, levels={"easy": Level(), "hard": Level()}),
            ]

        @click.command()
        def deal():
            click.echo("dealt")

        @hookimpl
        def tableshark_commands():
            return [deal]
        """,
    )
    plugins = shelf.load()
    assert plugins.broken == []
    assert [bot.id for bot in plugins.bots_for("pig")] == ["first", "random", "greedy", "any"]
    assert plugins.bot("pig", "random")[0].title == "Not so random"
    assert plugins.bot("bids", "random")[0].title == "Plays any legal move"
    assert plugins.bot("pig", "any") == (plugins.bots[None, "any"], "easy")
    assert plugins.bot("pig", "any", "hard")[1] == "hard"
    with pytest.raises(UnknownBot):
        plugins.bot("bids", "first")
    with pytest.raises(UnknownBot, match="easy, hard"):
        plugins.bot("pig", "any", "max")
    assert CliRunner().invoke(plugins.commands["deal"]).output == "dealt\n"


BROKEN = {
    "raises": ("raise RuntimeError('the dice are lost')", "RuntimeError: the dice are lost"),
    "exits": ("import sys; sys.exit('no game today')", "SystemExit: no game today"),
    "exits-silently": ("raise SystemExit", "SystemExit"),
    "no-exception": ("class Gone(BaseException): ...\nraise Gone('for good')", "Gone: for good"),
    "unspeakable": (
        """
        class Mute(Exception):
            def __str__(self):
                raise ValueError("no word")

        raise Mute
        """,
        "Mute",
    ),
    "needs-more": ("import no_such_package", "ModuleNotFoundError: No module named 'no_such_package'"),
    "syntax": ("def (", "SyntaxError"),
    "wrong-argument": (
        """
        from tableshark import hookimpl

        @hookimpl
        def tableshark_seat_taken(header, chair): ...
        """,
        "chair",
    ),
    "no-such-hook": (
        """
        from tableshark import hookimpl

        @hookimpl
        def tableshark_bots():
            return []

        @hookimpl
        def tableshark_dice(): ...
        """,
        "tableshark_dice",
    ),
    "no-list": ("def tableshark_rules(): return 5", "tableshark_rules must return a list, not int"),
    "no-rules": ("def tableshark_rules(): return ['pig']", "brings a str where a Rules is expected"),
    "no-bots": ("def tableshark_bots(): return [5]", "brings a int where a Bot is expected"),
    "hook-exits": ("def tableshark_bots(): raise SystemExit(3)", "SystemExit: 3"),
    "odd-command": (
        "import click\ndef tableshark_commands(): return [click.Command(['deal'])]",
        "command name ['deal']: a str expected",
    ),
    "hook-raises": ("def tableshark_rules(): return 1 // 0", "ZeroDivisionError"),
    "half-good": (
        PIG.format(id="half-pig")
        + """
    @hookimpl
    def tableshark_bots():
        return [None]

    @hookimpl
    def tableshark_game_created(header):
        raise AssertionError("a disabled plugin was told")
""",
        "NoneType",
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_plugin_is_listed_and_the_others_play(shelf, kind):
    source, reason = BROKEN[kind]
    shelf.install("a-broken", source)
    shelf.install("good-pig", PIG.format(id="good-pig"))
    plugins = shelf.load()
    assert sorted(plugins.rules) == ["good-pig"]
    [broken] = plugins.broken
    assert broken.plugin == "a-broken:a-broken"
    assert reason in broken.reason
    assert "\n" not in broken.reason
    plugins.hook.tableshark_game_created(header=None)
    assert not plugins.manager.has_plugin("a-broken:a-broken")


def rules_with(change):
    return f"""
    import dataclasses
    import msgspec
    from tableshark import Bot, Data, Level, Move, hookimpl
    from toys import PIG
    from toys.pig import Bank, Roll

    class Loose(msgspec.Struct):
        players: int = 2

    class Untagged(msgspec.Struct, frozen=True): ...

    class Demanding(msgspec.Struct, frozen=True):
        players: int

    class Odd(msgspec.Struct, frozen=True):
        what: complex = 0j

    class Other(msgspec.Struct, frozen=True, tag="roll"): ...

    @hookimpl
    def tableshark_rules():
        return [dataclasses.replace(PIG, {change})]
    """


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ('id="Bad Pig"', "'Bad Pig'"),
        ("id=7", "rules id 7"),
        ('id="bad_pig"', "words joined by hyphens"),
        ("version=0", "version is 0"),
        ("version=True", "version is True"),
        ("apply=None", "apply is None"),
        ('view="all"', "view is 'all'"),
        ("options=Loose", "Loose is not frozen"),
        ("options=dict", "options is <class 'dict'>"),
        ("options=Demanding", "seats of the default options: TypeError"),
        ("state=int", "state is <class 'int'>"),
        ("seen=Odd", "no JSON form"),
        ("move=Untagged", "move Untagged has the type None"),
        ("move=Roll | Other", "move Other has the type 'roll'"),
        ("move=Roll | int", "move is <class 'int'>"),
        ("seats=lambda options: ['p0']", "['p0']"),
        ("seats=lambda options: ()", "seats gives ()"),
        ("seats=lambda options: ('p0', 'p0')", "('p0', 'p0')"),
        ("seats=lambda options: ('P0',)", "'P0'"),
        ("seats=lambda options: ('',)", "seat ''"),
        ("seats=lambda options: 1 // 0", "ZeroDivisionError"),
        ("upgrades={1: dict}", "an upgrade from version 1"),
    ],
)
def test_bad_rules_are_refused_with_the_whole_story(shelf, change, says):
    shelf.install("bad-pig", rules_with(change))
    shelf.install("good-pig", PIG.format(id="good-pig"))
    plugins = shelf.load()
    assert sorted(plugins.rules) == ["good-pig"]
    [broken] = plugins.broken
    assert says in broken.reason


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ('id="Bad Bot"', "'Bad Bot'"),
        ("choose=5", "choose is 5"),
        ("levels={}", "no level"),
        ("levels={'easy': 5}", "level 'easy' is a int"),
        ("rules=['shark-attacks']", "bot 'bot': rules ['shark-attacks']"),
        ("rules='Bad Rules'", "bot 'bot': rules 'Bad Rules'"),
    ],
)
def test_bad_bots_are_refused_with_the_whole_story(shelf, bot, says):
    shelf.install(
        "bad-bot",
        f"""
        from tableshark import Bot

        def tableshark_bots():
            given = dict(id="bot", title="Bot", choose=print)
            given.update({bot})
            return [Bot(**given)]
        """,
    )
    shelf.install("good-pig", PIG.format(id="good-pig"))
    plugins = shelf.load()
    assert sorted(plugins.rules) == ["good-pig"]
    [broken] = plugins.broken
    assert says in broken.reason


def test_an_interrupt_while_plugins_are_loaded_stays_one(shelf):
    shelf.install("a-patient", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        shelf.load()


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (b"[tableshark]\nit a_broken\n", "its entry points can't be read: TypeError"),
        (b"[tableshark]\nit = a_broken\xff\n", "its entry points can't be read: UnicodeDecodeError"),
    ],
)
def test_a_distribution_that_can_not_be_read_is_listed_and_the_others_play(shelf, written, says):
    shelf.install("a-broken", PIG.format(id="broken-pig"))
    shelf.install("good-pig", PIG.format(id="good-pig"))
    (shelf.folder / "a_broken-1.0.dist-info" / "entry_points.txt").write_bytes(written)
    plugins = load()
    assert "good-pig" in plugins.rules
    assert "broken-pig" not in plugins.rules
    [broken] = plugins.broken
    assert broken.plugin == "a-broken"
    assert says in broken.reason
    assert "\n" not in broken.reason
    assert load(only=["good-pig"]).broken == []


@pytest.mark.parametrize("written", [b"Name: a-na\xffmeless\n", b"Version: 1.0\n", None])
def test_a_plugin_whose_distribution_has_no_name_goes_by_that_of_its_folder(shelf, written):
    shelf.install("a-nameless", PIG.format(id="nameless-pig"))
    shelf.install("good-pig", PIG.format(id="good-pig"))
    metadata = shelf.folder / "a_nameless-1.0.dist-info" / "METADATA"
    metadata.unlink()
    if written is not None:
        metadata.write_bytes(written)
    plugins = load()
    assert {"good-pig", "nameless-pig"} <= set(plugins.rules)
    assert plugins.owners["rules", "nameless-pig"] == "a_nameless:a-nameless"


def test_of_two_distributions_of_one_name_the_first_counts_beside_a_broken_one_too(shelf, monkeypatch):
    shelf.install("good-pig", PIG.format(id="first-pig"))
    shelf.install("a-broken", "")
    (shelf.folder / "a_broken-1.0.dist-info" / "entry_points.txt").write_text("[tableshark]\nit a_broken\n")
    later = shelf.folder / "later"
    shutil.copytree(shelf.folder / "good_pig-1.0.dist-info", later / "Good.Pig-0.9.dist-info")
    (later / "Good.Pig-0.9.dist-info" / "METADATA").write_text("Name: Good.Pig\n")
    monkeypatch.setattr(sys, "path", [*sys.path, str(later)])
    plugins = load()
    assert plugins.owners["rules", "first-pig"] == "good-pig:good-pig"
    assert [broken.plugin for broken in plugins.broken] == ["a-broken"]


def test_two_plugins_with_one_id_stop_the_start(shelf):
    shelf.install("pig-one", PIG.format(id="same-pig"))
    shelf.install("pig-two", PIG.format(id="same-pig"))
    with pytest.raises(Clash, match="same-pig") as caught:
        shelf.load()
    assert "pig-one:pig-one" in str(caught.value)
    assert "pig-two:pig-two" in str(caught.value)


def test_two_bots_of_one_id_clash_only_for_the_same_rules(shelf):
    bots = """
    from tableshark import Bot, Decision

    def tableshark_bots():
        return [Bot(id="shark", title="Shark", choose=print, rules={rules!r})]
    """
    shelf.install("bots-one", bots.format(rules="pig"))
    shelf.install("bots-two", bots.format(rules="bids"))
    assert shelf.load().broken == []
    shelf.install("bots-three", bots.format(rules="pig"))
    with pytest.raises(Clash, match="shark"):
        shelf.load()


def test_a_plugin_may_not_take_the_place_of_random(shelf):
    shelf.install("rival", "from tableshark.search import RANDOM\ndef tableshark_bots(): return [RANDOM]")
    with pytest.raises(Clash, match=r"random.*tableshark and rival:rival"):
        shelf.load()


def test_the_command_line_lists_rules_and_what_is_disabled(shelf):
    shelf.install("a-broken", BROKEN["raises"][0])
    shelf.install("good-pig", PIG.format(id="good-pig"))
    result = CliRunner().invoke(cli.group, ["rules"], obj=shelf.load())
    assert result.exit_code == 0
    assert "good-pig  Pig, version 1, seats p0 p1, bots random, greedy" in result.output
    assert "disabled: a-broken:a-broken: RuntimeError: the dice are lost" in result.output


def test_the_hall_of_these_tests_loads_as_a_plugin():
    assert sorted(load([TOYS]).rules) == ["bids", "count", "pig", "thief"]
    assert load([EntryPoint("nowhere", "no.such.module", "tableshark")]).broken[0].plugin == "nowhere"
    assert isinstance(cli.group, click.Group)
