"""A wire to a server that cuts every stream of events after its second one."""

import contextlib
import select
import socket
from threading import Thread


class Scissors:
    """Carries bytes between clients and a port of this machine."""

    def __init__(self, port):
        self.to = port
        self.cuts = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.threads = [Thread(target=self._accept)]

    def __enter__(self):
        self.threads[0].start()
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join(20)
        self.listener.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                self.threads.append(Thread(target=self._carry, args=(client,)))
                self.threads[-1].start()

    def _carry(self, client):
        events = 0
        with client, socket.create_connection(("127.0.0.1", self.to)) as server, contextlib.suppress(OSError):
            other = {client: server, server: client}
            while events < 2:
                for end in select.select(list(other), [], [])[0]:
                    data = end.recv(65536)
                    if not data:
                        return
                    other[end].sendall(data)
                    events += data.count(b"event: view")
            self.cuts += 1
