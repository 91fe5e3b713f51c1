"""A proxy before a server that swallows a reply: the server has done what was asked, and nobody hears of it."""

import contextlib
import socket
import threading
from urllib.parse import urlsplit


class CutWires:
    """Forwards bytes; once `lose` is set, the next reply is dropped and its connection cut."""

    def __init__(self, url):
        parts = urlsplit(url)
        self.server = parts.hostname, parts.port
        self.lose = threading.Event()
        self.lost = 0
        self.sockets = []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for one in (self.door, *self.sockets):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _serve(self):
        while True:
            try:
                client, _ = self.door.accept()
                server = socket.create_connection(self.server)
            except OSError:
                return
            self.sockets += [client, server]
            threading.Thread(target=self._pump, args=(client, server), daemon=True).start()
            threading.Thread(target=self._pump, args=(server, client, True), daemon=True).start()

    def _pump(self, source, sink, replies=False):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if replies and self.lose.is_set():
                    self.lose.clear()
                    self.lost += 1
                    break
                sink.sendall(data)
        for one in (source, sink):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
