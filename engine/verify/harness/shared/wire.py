# SPDX-License-Identifier: GPL-3.0-or-later
"""One JSON object per SOCK_SEQPACKET message, with up to sixteen descriptors beside it."""

import array
import contextlib
import errno
import json
import math
import os
import socket
import time

MESSAGE_LIMIT = 128 * 1024
TEXT_LIMIT = 4000
MAX_DESCRIPTORS = 16
TRIES, BETWEEN_S = 300, 0.01


_HALVES = ("\\ud", "\\uD")  # of characters, in JSON


class Closed(Exception):
    """The other end is gone, or what arrived is not a message."""


def clip(text, limit=TEXT_LIMIT):
    """The text, shortened in the middle where it is too long to travel."""
    text = str(text).encode("utf-8", "replace").decode("utf-8")
    if len(text) <= limit:
        return text
    head = limit * 2 // 3
    return text[:head] + "\n[...]\n" + text[-(limit - head):]


def _clipped(value, text_limit, list_limit):
    if isinstance(value, str):
        return clip(value, text_limit)
    if isinstance(value, (list, tuple)):
        return [_clipped(item, text_limit, list_limit) for item in value[:list_limit]]
    if isinstance(value, dict):
        return {str(key): _clipped(item, text_limit, list_limit) for key, item in value.items()}
    return value


def encode(message):
    """JSON bytes of at most MESSAGE_LIMIT; texts and lists shrink until they fit."""
    data = json.dumps(message)
    if len(data) <= TEXT_LIMIT:  # then nothing in it is longer
        return data.encode("ascii")
    for text_limit, list_limit in ((TEXT_LIMIT, 4096), (2000, 256), (400, 64), (100, 16)):
        data = json.dumps(_clipped(message, text_limit, list_limit)).encode("ascii")
        if len(data) <= MESSAGE_LIMIT:
            return data
    raise ValueError(f"message of {len(data)} bytes does not fit into {MESSAGE_LIMIT}")


class Channel:
    """One end of a SEQPACKET pair. Owns its descriptor."""

    def __init__(self, fd):
        self._socket = socket.socket(fileno=fd)
        self._socket.setblocking(True)

    def fileno(self):
        return self._socket.fileno()

    def close(self):
        self._socket.close()

    def send(self, message, fds=(), whole=False):
        """Sends one object; `fds` stay open here. What is too long is shortened, unless it must
        arrive `whole`: then it is a ValueError."""
        data = json.dumps(message).encode("ascii") if whole else encode(message)
        if len(data) > MESSAGE_LIMIT:
            raise ValueError(f"message of {len(data)} bytes does not fit into {MESSAGE_LIMIT}")
        control = []
        if fds:
            control = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))]
        for left in reversed(range(TRIES)):
            try:
                self._socket.sendmsg([data], control, socket.MSG_NOSIGNAL)
                return
            except OSError as error:
                if error.errno != errno.ETOOMANYREFS or not left:
                    raise Closed(str(error)) from error
                time.sleep(BETWEEN_S)  # of this user other processes have too many descriptors on their way

    def receive(self):
        """(object, descriptors). Raises Closed at end of file; ValueError for a broken message."""
        room = socket.CMSG_SPACE(MAX_DESCRIPTORS * array.array("i").itemsize)
        try:
            data, ancillary, flags, _ = self._socket.recvmsg(
                MESSAGE_LIMIT, room, socket.MSG_CMSG_CLOEXEC)
        except OSError as error:
            raise Closed(str(error)) from error
        fds = _descriptors(ancillary)
        if not data:
            close_all(fds)
            raise Closed("end of file")
        try:
            if flags & (socket.MSG_TRUNC | socket.MSG_CTRUNC):
                raise ValueError("message larger than 128 KiB or with too many descriptors")
            text = data.decode()
            message = json.loads(text, parse_constant=_no_constant)
            if not isinstance(message, dict):
                raise ValueError("a message must be a JSON object")
            if any(half in text for half in _HALVES):  # a single one is no text that could be passed on
                json.dumps(message, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            close_all(fds)
            raise ValueError(str(error)) from error
        return message, fds

    def messages(self):
        """What `receive` returns, again and again, until the other end closes."""
        while True:
            try:
                message, fds = self.receive()
            except Closed:
                return
            yield message, fds


def pair():
    """Two connected channels."""
    return tuple(Channel(end.detach()) for end in
                 socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET))


def _no_constant(name):
    raise ValueError(f"JSON has no {name}")


def _descriptors(ancillary):
    fds = array.array("i")
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            fds.frombytes(data[:len(data) - len(data) % fds.itemsize])
    return list(fds)


def close_all(fds):
    for fd in fds:
        try:
            os.close(fd)
        except OSError:
            continue


def named(message, fds):
    """Descriptors by the names of the message's "fds" list."""
    names = message.get("fds") or []
    if len(names) != len(fds):
        raise ValueError(f"{len(names)} descriptors are named, {len(fds)} arrived")
    return dict(zip(names, fds))


def new_memory_file(name):
    """The descriptor of an empty file without a place: a memfd, or where the sandbox has none (a candidate's host) one in the
    private folder, whose size is limited."""
    try:
        return os.memfd_create(name, os.MFD_CLOEXEC)
    except PermissionError:
        return os.open(os.environ["TMPDIR"], os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)


@contextlib.contextmanager
def memory_file(name, data):
    """The descriptor of a new file in memory with these bytes, closed at the end."""
    fd = new_memory_file(name)
    try:
        os.write(fd, data)
        yield fd
    finally:
        os.close(fd)


def read_text_fd(fd, limit=math.inf):
    """All bytes of a memfd or file, from its beginning, whatever its file offset is. Of what is longer than `limit`, which may
    have no end, no more than shows that."""
    parts = []
    offset = 0
    while offset <= limit and (block := os.pread(fd, 1 << 20, offset)):
        parts.append(block)
        offset += len(block)
    return b"".join(parts)
