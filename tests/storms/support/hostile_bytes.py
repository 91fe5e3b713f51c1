"""Requests that no honest client sends, as bytes: what is odd in each is its name."""

import gzip
import json

from raw_wire import bearer, head, post

LIMIT = 64 * 1024
DEEP = 100_000
DIGITS = 10**5

SHARKS = b'{"rules": "shark-attacks"}'

BODIES = {
    "nothing": b"",
    "deep arrays": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"a":' * DEEP,
    "deep in options": b'{"rules":"shark-attacks","options":' + b"[" * 20_000,
    "deep but quoted": json.dumps({"rules": "[" * 60_000}).encode(),
    "many quotes": b'"' * 60_000,
    "many backslashes": b'"' + b"\\" * 60_000,
    "NaN": b'{"rules": "shark-attacks", "turn_seconds": NaN}',
    "Infinity": b'{"rules": "shark-attacks", "turn_seconds": -Infinity}',
    "1e400": b'{"rules": "shark-attacks", "turn_seconds": 1e400}',
    "1e308": b'{"rules": "shark-attacks", "turn_seconds": 1e308, "absent": "end"}',
    "minus nought": b'{"rules": "shark-attacks", "options": {"players": -0.0}}',
    "many digits": b'{"rules": "shark-attacks", "turn_seconds": ' + b"9" * DIGITS + b"}",
    "as many digits as fit": b'{"rules": "shark-attacks", "options": {"target": ' + b"9" * 60_000 + b"}}",
    "many places": b'{"rules": "shark-attacks", "turn_seconds": 1.' + b"1" * 60_000 + b"}",
    "a name twice": b'{"rules": "shark-attacks", "rules": "jaws"}',
    "a name twice, escaped": b'{"rules": "shark-attacks", "r\\u0075les": "jaws"}',
    "many names": b"{" + b",".join(b'"%d":1' % n for n in range(6000)) + b"}",
    "many seats": json.dumps({"rules": "shark-attacks", "seats": {f"s{n}": {} for n in range(5000)}}).encode(),
    "many bots": json.dumps({"rules": "shark-attacks", "episodes": 1, "bots": [{}] * 15_000}).encode(),
    "half a pair": b'{"rules": "\\ud800"}',
    "the other half": b'{"\\udfff": "shark-attacks"}',
    "not UTF-8": b'{"rules": "\xff\xfe\xc0\x80"}',
    "a surrogate in UTF-8": b'{"rules": "\xed\xa0\x80"}',
    "NUL": b'{"rules": "shark\x00attacks"}',
    "escaped NUL": b'{"rules": "shark-attacks\\u0000", "seed": "\\u0000"}',
    "BOM": b"\xef\xbb\xbf" + SHARKS,
    "UTF-16": SHARKS.decode().encode("utf-16"),
    "UTF-32": SHARKS.decode().encode("utf-32"),
    "two values": SHARKS + SHARKS,
    "a comma too many": b'{"rules": "shark-attacks",}',
    "other quotes": b"{'rules': 'shark-attacks'}",
    "a comment": b'/* a game */ {"rules": "shark-attacks"}',
    "a bare word": b"shark-attacks",
    "Python's prototype": b'{"__class__": {"__init__": {"__globals__": 1}}}',
    "a format": b'{"rules": "{0.__class__} %s %n ${jndi:ldap://x} <script>"}',
    "at the limit": SHARKS + b" " * (LIMIT - len(SHARKS) + 1),
    "far beyond the limit": SHARKS + b" " * (4 * 1024 * 1024),
    "compressed": gzip.compress(SHARKS),
}

PLACES = {
    "games": "/v1/games",
    "simulations": "/v1/simulations",
    "seats": "{path}/seats/p1",
    "token": "{path}/seats/p0/token",
    "moves": "{path}/moves",
    "bot-moves": "{path}/bot-moves",
    "advice": "{path}/advice",
}
"""Every POST that there is."""


def chunked(path, *chunks, lines=(), end=b"0\r\n\r\n"):
    """A POST in chunks."""
    coded = b"".join(b"%x\r\n%b\r\n" % (len(chunk), chunk) for chunk in chunks)
    lines = ("Content-Type: application/json", "Transfer-Encoding: chunked", *lines)
    return head("POST", path, *lines) + coded + end


def of_bodies(path, token):
    """Each body to every place that takes one."""
    for place, where in PLACES.items():
        for name, body in BODIES.items():
            # A token that is exchanged would open nothing in what follows: there an empty body is a good one.
            if (place, name) != ("token", "nothing"):
                yield f"{name} to {place}", post(where.format(path=path), body, bearer(token))


def of_frames(path, token):
    """What is wrong is the head, the length or the coding."""
    mine, games = bearer(token), "/v1/games"
    yield "a body far beyond, in chunks", chunked(games, *[b" " * 65_536] * 40)
    yield "many small chunks", chunked(games, *[b" "] * 20_000)
    yield "a game in chunks of a byte", chunked(games, *[bytes([byte]) for byte in SHARKS])
    yield "a chunk of no size", head("POST", games, "Transfer-Encoding: chunked") + b"x\r\n" + SHARKS
    yield "a chunk beyond all bounds", head("POST", games, "Transfer-Encoding: chunked") + b"f" * 17 + b"\r\n"
    yield "trailers", chunked(games, SHARKS, end=b"0\r\nX-Late: 1\r\nContent-Length: 5\r\n\r\n")
    yield "a long extension of a chunk", head("POST", games, "Transfer-Encoding: chunked") + b"1;" + b"x" * 99_999
    yield "length and chunks", chunked(games, SHARKS, lines=("Content-Length: 5",))
    yield "chunks twice", chunked(games, SHARKS, lines=("Transfer-Encoding: chunked",))
    yield "chunks in capitals", head("POST", games, "Transfer-Encoding: CHUNKED") + b"0\r\n\r\n"
    yield "chunks that are none", head("POST", games, "Transfer-Encoding: identity, xchunked") + SHARKS
    yield "chunks behind a tab", head("POST", games, "Transfer-Encoding:\tchunked") + b"0\r\n\r\n"
    yield "a coding nobody knows", head("POST", games, "Transfer-Encoding: gzip, chunked") + b"0\r\n\r\n"
    for length in (
        "-1",
        "+5",
        "0x10",
        "5, 5",
        "5\r\nContent-Length: 6",
        "9" * 30,
        "1e3",
        "",
        "٣",
        "18446744073709551616",
    ):
        said = length.encode("utf-8").decode("latin-1")
        yield f"a length of {length[:24]!r}", head("POST", games, f"Content-Length: {said}") + SHARKS
    short = ("Content-Type: application/json", "Content-Length: 5")
    yield "a length that is too short", head("POST", games, *short) + SHARKS
    for coding in ("gzip", "deflate", "br", "zstd", "nonsense", "gzip, gzip"):
        coded = post(games, gzip.compress(SHARKS), f"Content-Encoding: {coding}")
        yield f"Content-Encoding {coding}", coded
    for kind in ("", "text/html", "application/json; charset=utf-16", "application/json" * 999, "multipart/form-data"):
        yield f"a body of {kind[:40]!r}", post(games, SHARKS, kind=kind)
    yield "a form", post(games, b"--x\r\n" * 9000, kind="multipart/form-data; boundary=x")
    yield "a huge header", head("GET", f"{path}/view", mine, "X-Odd: " + "x" * 300_000)
    yield "many headers", head("GET", f"{path}/view", mine, *[f"X-{n}: {n}" for n in range(5000)])
    yield "ninety headers", head("GET", f"{path}/view", mine, *[f"X-{n}: {n}" for n in range(90)])
    yield "a huge token", head("GET", f"{path}/view", bearer("x" * 60_000))
    yield "a token of odd letters", head("GET", f"{path}/view", "Authorization: Bearer \xff\xfe\xe9")
    yield "two tokens", head("GET", f"{path}/view", mine, bearer("ts_other"))
    yield "a header in a header", head("GET", f"{path}/view", "Authorization: Bearer x\rX-In: 1\r\n X-Folded: 2")
    yield "NUL in a header", head("GET", f"{path}/view", "X-Odd: a\x00b")
    yield "a header without a name", head("GET", f"{path}/view", ": x")
    yield "a blank in a header's name", head("GET", f"{path}/view", "X Odd : x")
    yield "no host", f"GET {path} HTTP/1.1\r\n\r\n".encode()
    yield "two hosts", head("GET", path, "Host: other")
    yield "an odd host", f"GET {path}/view HTTP/1.1\r\nHost: <\xff>\r\n\r\n".encode("latin-1")
    yield "a host with a path", f"POST {games} HTTP/1.1\r\nHost: a/b?c#d\r\nContent-Length: 0\r\n\r\n".encode()
    yield "a forwarded crowd", head("GET", path, "X-Forwarded-For: " + ", ".join(["10.0.0.1"] * 3000))
    for method in ("BREW", "get", "G\x00T", "PROPFIND", "TRACE", "CONNECT", "PATCH", "HEAD", "X" * 9000, "", "PRI"):
        for where in (games, path):
            yield f"{method[:9]!r} of {where[:9]}", head(method, where)
    yield "HTTP/0.9", f"GET {games}\r\n".encode() + b"\r\n"
    yield "HTTP/1.0", f"GET {games} HTTP/1.0\r\n\r\n".encode()
    for version in ("HTTP/2.0", "HTTP/9.9", "HTTP/1.1.1", "http/1.1", "SHARK/1.0"):
        yield f"version {version}", f"GET {games} {version}\r\nHost: x\r\n\r\n".encode()
    yield "HTTP/2 that turns to rubbish", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\xff" * 5000
    yield "TLS", bytes.fromhex("16030100c8010000c40303") + b"\x00" * 300
    yield "bare line ends", f"GET {path} HTTP/1.1\nHost: x\n\n".encode()
    yield "rubbish", bytes(range(256)) * 40
    yield "an upgrade", head("GET", games, "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Key: eA==")
    yield (
        "an upgrade to h2c",
        head("GET", games, "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"),
    )


def of_addresses(path, token):
    """What is wrong is the path, the query, or what a client says that it has seen."""
    mine = bearer(token)
    for odd in (
        "%00", "%", "%zz", "%ff%fe", "%c0%af", "%ed%a0%80", "%0d%0aX-In:%201", "%0a", "..%2f..%2fetc%2fpasswd",
        "../../../etc/passwd", "....//", ";a=b", "%2e%2e", "*", "\\..\\x", "%u0041", "\u0663" * 24, "x" * 60_000,
        "%E2%80%AE", "{game}", "%25%30%30", "a%20b", "//", "?", "#x",
    ):  # fmt: skip
        said = odd.encode("utf-8").decode("latin-1")
        for place in (
            "/v1/games/{}",
            "/v1/games/{}/view",
            "/v1/jobs/{}",
            "/v1/rules/{}",
            "/v1/simulations/{}",
            "/docs/{}",
            "/{}",
        ):
            yield f"{odd[:20]!r} at {place}", head("GET", place.format(said), mine)
        yield f"{odd[:20]!r} as a seat", post(f"{path}/seats/{said}", b"{}")
    for query in (
        "&".join(f"q{n}={n}" for n in range(5000)), "after=" + "9" * 5000, "after=1e9", "after=-1", "after=%00",
        "after=1&after=2", "after=" * 3000, "wait=1e400", "wait=nan", "wait=-0", "wait=999999999999", "%ff=%fe",
        "a[]=1&a[x]=2", "=" * 9000, "&" * 60_000, "after=%0d%0aX-In:1", "\xff\xfe", "after=0x1", "+",
        "wait=0&after=\u0661",
    ):  # fmt: skip
        said = query.encode("utf-8").decode("latin-1")
        yield f"view?{query[:30]!r}", head("GET", f"{path}/view?{said}", mine)
        yield f"games?{query[:30]!r}", head("GET", f"/v1/games?{said}&limit={said}&cursor={said}", mine)
    for odd in ("x", "-1", "9" * 400, "1.5", "1, 2", "\xb2", "\x00", "", " ", "0x1", "1e9", "NaN", "٣"):
        said = odd.encode("utf-8").decode("latin-1")
        yield (
            f"Last-Event-ID {odd[:12]!r}",
            head("GET", "/v1/games/" + "0" * 24 + "/stream", mine, f"Last-Event-ID: {said}"),
        )
        yield f"the same, of a game, {odd[:12]!r}", head("HEAD", f"{path}/stream", mine, f"Last-Event-ID: {said}")
        yield (
            f"Idempotency-Key {odd[:12]!r}",
            post(f"{path}/advice", {"turn": 1, "bot": "x"}, mine, f"Idempotency-Key: {said}"),
        )
    for tag in ('W/"', '"' * 9000, "*", ", ".join(['"p0.1"'] * 6000), '"p0.-1"', "W/W/W/", "\xff", '"p0.1', "\x00"):
        for header in ("If-None-Match", "If-Match", "If-Modified-Since", "If-Range", "Range"):
            yield f"{header} {tag[:9]!r}", head("GET", f"{path}/view", mine, f"{header}: {tag}")
    for odd in ("*/*;q=nan", "text/html" + ",a/b" * 9000, ";;;", "a/b;q=" + "9" * 999):
        yield f"Accept {odd[:20]}", head("GET", path, f"Accept: {odd}", f"Accept-Encoding: {odd}", f"Cookie: {odd}")
    for odd in ("null", "x" * 9000, "http://a\x00b", "javascript:"):
        yield (
            f"Origin {odd[:9]!r}",
            head("OPTIONS", path, f"Origin: {odd}", "Access-Control-Request-Method: " + "X" * 999),
        )


def corpus(path, token):
    """All of it, for a game at this path and the token of its seat p0."""
    for kind in (of_bodies, of_frames, of_addresses):
        yield from kind(path, token)
