"""An X server that lets a program in and then refuses whatever it asks for, or goes away."""

import contextlib
import socket
import struct
import threading

QUERY_EXTENSION, GET_INPUT_FOCUS = 98, 43
BAD_ALLOC = 11


def setup():
    """One screen of one depth with one visual."""
    visual = struct.pack("<IBBHIII4x", 0x21, 4, 8, 256, 0xFF0000, 0xFF00, 0xFF)
    depth = struct.pack("<BxHxxxx", 24, 1) + visual
    screen = struct.pack("<IIIIIHHHHHHIBBBB", 0x100, 0x20, 0xFFFFFF, 0, 0, 1024, 768, 270, 203, 1, 1, 0x21, 0, 0, 24, 1)
    formats = struct.pack("<BBB5x", 24, 32, 32)
    vendor = b"none"
    body = struct.pack("<IIIIHHBBBBBBBBxxxx", 1, 0x200000, 0x1FFFFF, 0, len(vendor), 65535, 1, 1, 0, 0, 32, 32, 8, 255)
    body += vendor + formats + screen + depth
    return struct.pack("<BxHHH", 1, 11, 0, len(body) // 4) + body


class RefusingServer(contextlib.AbstractContextManager):
    def __init__(self, goes_away):
        self.goes_away = goes_away
        self.refused = 0
        self.listening = None
        for number in range(90, 190):
            try:
                self.listening = socket.create_server(("127.0.0.1", 6000 + number))
                self.display = f"127.0.0.1:{number}"
                break
            except OSError:
                continue
        threading.Thread(target=self.serve, daemon=True).start()

    def __exit__(self, *_):
        self.listening.close()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listening.accept()
                threading.Thread(target=self.answer, args=(client,), daemon=True).start()

    def answer(self, client):
        with contextlib.suppress(OSError, EOFError), client:
            def read(count):
                got = b""
                while len(got) < count:
                    piece = client.recv(count - len(got))
                    if not piece:
                        raise EOFError
                    got += piece
                return got

            head = read(12)
            name, data = struct.unpack_from("<HH", head, 6)
            read((name + 3) // 4 * 4 + (data + 3) // 4 * 4)
            client.sendall(setup())
            sequence = 0
            while True:
                opcode, _, units = struct.unpack("<BBH", read(4))
                read(4 * units - 4)
                sequence = (sequence + 1) & 0xFFFF
                if opcode == QUERY_EXTENSION:
                    client.sendall(struct.pack("<BxHI24x", 1, sequence, 0))
                elif opcode == GET_INPUT_FOCUS:
                    client.sendall(struct.pack("<BBHII20x", 1, 0, sequence, 0, 0))
                else:
                    self.refused += 1
                    if self.goes_away:
                        return
                    client.sendall(struct.pack("<BBHIHB21x", 0, BAD_ALLOC, sequence, 0, 0, opcode))
