"""All the channels by which a hidden fact could get out; each has a leak that is planted, to see that it is caught."""

TWINS = {
    "view": "the view of a seat",
    "onlooker": "the view of an onlooker",
    "legal moves": "what a seat may do",
    "number": "the numbers of views",
    "due": "when a question ends",
    "label": "what the rules call a question",
    "stream frame": "an event of a stream",
    "stream order": "when a stream that was open tells something",
    "header": "a header of an answer",
    "etag": "the name of a view",
    "length": "how long an answer is",
    "status": "whether something is refused",
    "error text": "why something is refused",
    "record": "the record, before the end",
    "lobby": "the list of games",
    "facts": "the public facts of a game",
    "job": "how far a job is",
    "advice": "what a job gives back",
    "simulation": "a simulation of the same rules",
    "log": "a line of the log",
    "worker's log": "what a job writes in the log",
    "metric": "a counter",
    "left seat": "what the token of a seat that was left opens",
    "exchanged token": "what the token of a seat that changed hands opens",
    "open stream": "what a stream tells that was opened with such a token",
}
"""Where two games that may not be told apart would differ, or somebody is told something who has lost the right."""

CANARIES = {
    "answer": "any byte of any answer",
    "problem": "why a request failed",
    "log of a server": "any line that any process logs",
    "metrics of a server": "what Prometheus reads",
    "queue": "a job's arguments, result or error, where workers keep them",
    "rows": "the rows of simulations",
}
"""Where a word that stands in nothing but a hidden place would be found."""
