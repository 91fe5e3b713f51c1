"""Asks two servers the same, and compares every byte that comes out: status, headers, bodies, streams, log, metrics."""

from collections import Counter
from itertools import chain

from leak_sides import Request


class Leak(AssertionError):
    """Something that comes out tells two games apart."""

    def __init__(self, who, request, part, one, other):
        asked = " ".join(map(str, filter(None, request[1:])))
        super().__init__(f"asked by {who}, {asked} differs in its {part}:\n{one!r}\n{other!r}")
        self.who, self.route, self.part = who, request.route, part


def differences(one, other):
    """Name the parts in which two answers differ, and give what they are there."""
    if one.status != other.status:
        yield "status", one.status, other.status
    here, there = dict(one.headers), dict(other.headers)
    names = sorted({name for name in {*here, *there} if here.get(name) != there.get(name)})
    # The length follows from the body: where another header differs, that says more.
    for name in sorted(names, key="Content-Length".__eq__):
        yield name, here.get(name), there.get(name)
    if one.parts != other.parts:
        yield "body", one.parts, other.parts
    if one.headers != other.headers:
        yield "headers", one.headers, other.headers
    if one.lines != other.lines:
        yield "log", one.lines, other.lines


class Both:
    """Two servers that are asked the same, one after the other, and how much was compared."""

    def __init__(self, one, other):
        self.sides = (one, other)
        self.figures = Counter()
        self.secrets = set()
        """Words that nobody who asks now may be told."""

    def same(self, who, request, until=None):
        """Ask both; Leak where a byte differs."""
        one, other = (side.ask(request, until) for side in self.sides)
        self.figures["answers"] += 1
        for part, here, there in differences(one, other):
            raise Leak(who, request, part, here, there)
        told = b"\n".join([*map(str.encode, chain.from_iterable(one.headers)), *one.parts, *one.lines])
        for word in self.secrets:
            if word in told:
                raise Leak(who, request, "words", word, told)
        return one

    def ask_all(self, who, asker, questions):
        """Ask all that these routes have as questions."""
        for asked in questions.values():
            for request, until in asked(asker):
                self.same(who, request, until)

    def metrics(self):
        """Compare what is told to whoever runs the server."""
        one, other = (side.metrics() for side in self.sides)
        self.figures["answers"] += 1
        if one != other:
            raise Leak("the operator", Request("metrics", "GET", "/metrics"), "body", one, other)

    def work(self, game, seat):
        """Have the jobs done that were ordered for a seat, and compare what that leaves in the log."""
        lines = []
        for side in self.sides:
            with side.written() as found:
                side.work(game, seat)
            lines.append(found)
        if lines[0] != lines[1]:
            raise Leak("the operator", Request("a worker", "RUN", seat), "log", *lines)

    def follow(self, who, asker, last):
        """Open a stream that knows the views up to this one."""
        return Followed(self, who, asker, last)


class Followed:
    """A stream that stays open on both servers while something happens there."""

    def __init__(self, both, who, asker, last):
        self.both, self.who = both, who
        headers = {**asker.headers, "Last-Event-ID": str(last)}
        self.request = Request("GET /v1/games/{game}/stream", "GET", f"{asker.path}/stream", headers)
        self.answers = [side.web.get(self.request.path, headers=headers, buffered=False) for side in both.sides]
        self.streams = [iter(answer.response) for answer in self.answers]
        self.hold([[next(stream)] for stream in self.streams])

    def up_to(self, number):
        """Read all events up to this one, and compare them."""
        self.hold([self._read(stream, number) for stream in self.streams])
        self.close()

    def to_the_end(self, who):
        """See that nothing comes any more, on neither side: the stream ends at once, without a sign of life."""
        for stream in self.streams:
            if (part := next(stream, None)) is not None:
                raise Leak(who, self.request, "body", part, None)
        self.close()

    def hold(self, parts):
        """Compare what came."""
        one, other = parts
        self.both.figures["answers"] += 1
        if one != other:
            raise Leak(self.who, self.request, "body", one, other)

    def close(self):
        for answer in self.answers:
            answer.close()

    def _read(self, stream, number):
        found = []
        for part in stream:
            found.append(part)
            if part.startswith((b"id: %d\n" % number, b": still")):
                break
        return found
