"""A proxy before a server's unix socket that swallows the reply to one commit: the server has done it, nobody hears."""

from __future__ import annotations

import contextlib
import socket
import tempfile
import threading
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit


class Lossy:
    """Forwards bytes; once `lose` is set, the reply to the next script call is dropped and its connection cut."""

    def __init__(self, url):
        parts = urlsplit(url)
        self.server = unquote(parts.path)
        self.folder = tempfile.TemporaryDirectory(prefix="lossy-")
        path = str(Path(self.folder.name) / "sock")
        self.url = f"unix://:{parts.password}@{quote(path)}?db=0"
        self.lose = threading.Event()
        self.lost = 0
        self.meanwhile = lambda: None
        """Called once a reply was lost, before its writer can know."""
        self.doomed = None
        self.clients = []
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(path)
        self.door.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.door.shutdown(socket.SHUT_RDWR)
        self.door.close()
        for client in self.clients:
            with contextlib.suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)
        self.folder.cleanup()

    def _serve(self):
        while True:
            try:
                client, _ = self.door.accept()
            except OSError:
                return
            self.clients.append(client)
            threading.Thread(target=self._forward, args=(client,), daemon=True).start()

    def _forward(self, client):
        with client, socket.socket(socket.AF_UNIX) as server:
            server.connect(self.server)
            back = threading.Thread(target=self._pump, args=(server, client), daemon=True)
            back.start()
            while request := _read(client):
                doomed = self.lose.is_set() and b"EVALSHA" in request
                if doomed:
                    self.lose.clear()
                    self.doomed = server
                server.sendall(request)
            server.shutdown(socket.SHUT_RDWR)
            back.join()

    def _pump(self, server, client):
        while reply := _read(server):
            if self.doomed is server:
                if reply.startswith(b"-NOSCRIPT"):
                    self.lose.set()
                    self.doomed = None
                else:
                    self.doomed = None
                    self.lost += 1
                    self.meanwhile()
                    client.shutdown(socket.SHUT_RDWR)
                    return
            try:
                client.sendall(reply)
            except OSError:
                return


def _read(connection):
    try:
        return connection.recv(1 << 16)
    except OSError:
        return b""
