# SPDX-License-Identifier: GPL-3.0-or-later
"""A server of chat completions whose answers a test scripts.

usage: chat_server.py [CERTIFICATE KEY]

Standard input takes one JSON object a line: an answer, which waits in a queue, or {"release": true}, which lets those go on that
are held. Standard output says the port first, then tells of each question as one JSON object: path, headers, body,
and in_flight, how many are being answered with it.

An answer has "status" (200), "headers", "body" (a text, or an object that is sent as JSON) or "body_hex" (any bytes), "padding" (bytes of white space before
the body), "hold": "answer" (nothing is sent until a release) or "body" (half of the body is), and "drop": true (the connection is
closed without a word), "short": true (it is closed before the promised length). One with "repeat": true is given again and
again. A question waits where the queue is empty.
"""

import collections
import http.server
import json
import ssl
import sys
import threading

answers: collections.deque[dict] = collections.deque()
changed = threading.Condition()
released = threading.Event()
output = threading.Lock()
in_flight = 0


def say(value):
    with output:
        print(json.dumps(value), flush=True)


def next_answer():
    with changed:
        changed.wait_for(lambda: answers)
        return answers[0] if answers[0].get("repeat") else answers.popleft()


def count(change):
    global in_flight
    with changed:
        in_flight += change
        return in_flight


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        say({"path": self.path, "headers": dict(self.headers), "body": json.loads(body), "in_flight": count(1)})
        answer = next_answer()
        self.close_connection = True
        if answer.get("hold") == "answer":
            released.wait()
        count(-1)
        if answer.get("drop"):
            return
        content = answer.get("body", "")
        content = (content if isinstance(content, str) else json.dumps(content)).encode()
        content = bytes.fromhex(answer["body_hex"]) if "body_hex" in answer else content
        content = b" " * answer.get("padding", 0) + content
        self.send_response(answer.get("status", 200))
        for name, value in answer.get("headers", {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content) + (100 if answer.get("short") else 0)))
        self.end_headers()
        half = len(content) // 2
        self.wfile.write(content[:half])
        self.wfile.flush()
        if answer.get("hold") == "body":
            released.wait()
        self.wfile.write(content[half:])

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        pass  # clients that go away are what is tested


def main():
    server = Server(("127.0.0.1", 0), Handler)
    if len(sys.argv) == 3:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    say({"port": server.server_port})
    for line in sys.stdin:
        command = json.loads(line)
        if command.get("release"):
            released.set()
            continue
        with changed:
            answers.append(command)
            changed.notify_all()


if __name__ == "__main__":
    main()
