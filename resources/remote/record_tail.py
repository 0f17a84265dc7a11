# SPDX-License-Identifier: GPL-3.0-or-later
"""Sends the record of a run, and then what is new in it, to a Nereid on another machine.

Runs on the machine of the run, started over SSH, with nothing but Python 3.6 and its sqlite3. Reads
a request of one JSON object from standard input and writes frames to standard output until its
input ends. A line of the input after the request is a command for the run: pause, resume or stop. The
record is opened read-only; rows are read in short transactions, so that the process
that trains is never held up.

A frame is a length (uint32, little-endian) and that many bytes: a letter and its content.
  R  rows: table (uint8, index into TABLES), count (uint32), values
  X  the copy is of another run: drop everything
  K  the record was cut back: of a table (uint8) keep only ranges of rows, count (uint32), low and
     high of each (int64)
  C  commit: change counter of the source (int64; 0 = more is to come), rows done and all (int64)
  I  nothing new
  A  what the process that writes the run has answered: a line of JSON (nereid.control/1)
  E  cannot go on: length of the code (uint32), code, message
A value is a letter and its bytes: N null, I int64, F float64, T and B length (uint32) and bytes.
"""
import json
import os
import select
import socket
import sqlite3
import struct
import sys
from urllib.parse import quote

PREAMBLE = b"NEREID-TAIL/1\n"
APPLICATION_ID = 0x4E524944
SCHEMA_VERSION = 1
# Order and columns of engine/record/mirror.cpp.
TABLES = ("meta", "fact", "checkpoint", "metric_key", "task", "blob", "episode", "episode_detail",
          "metric", "event", "episode_turn")
GROWING = {"metric_key": "id", "task": "id", "blob": "id", "episode": "seq", "metric": "seq", "event": "id"}
CHUNK_ROWS = 400
CHUNK_BYTES = 4 << 20
COMMANDS = ("pause", "resume", "stop")
CONTROL_SCHEMA = "nereid.control/1"
LONGEST_ANSWER = 4096
ANSWER_LIMIT_S = 30


class Text(bytes):
    """What SQLite keeps as text, as its bytes."""


class Refused(Exception):
    """(code, message) that the other side shows."""


class Restart(Exception):
    """The record was cut back while rows were being read."""


def value_bytes(value):
    if value is None:
        return b"N"
    if isinstance(value, int):
        return b"I" + struct.pack("<q", value)
    if isinstance(value, float):
        return b"F" + struct.pack("<d", value)
    letter = b"T" if isinstance(value, Text) else b"B"
    return letter + struct.pack("<I", len(value)) + value


def send(content):
    sys.stdout.buffer.write(struct.pack("<I", len(content)) + content)


def send_rows(table, rows):
    parts = [b"R", struct.pack("<BI", TABLES.index(table), len(rows))]
    for row in rows:
        parts.extend(value_bytes(value) for value in row)
    content = b"".join(parts)
    send(content)
    return len(content)


def send_commit(change, done, total):
    send(b"C" + struct.pack("<qqq", change, done, total))
    sys.stdout.buffer.flush()


class Record:
    def __init__(self, path):
        path = os.path.expanduser(path)
        if os.path.basename(path) == "record.sqlite":
            path = os.path.dirname(path)
        self.folder = path
        file = os.path.join(path, "record.sqlite")
        if not os.path.isdir(path):
            raise Refused("no_folder", path)
        if not os.path.exists(file):
            raise Refused("no_record", path)
        if not os.access(file, os.R_OK):
            raise Refused("not_readable", file)
        # Where SQLite can make no shared memory, a record without a journal is complete as it is.
        journal = file + "-wal"
        has_journal = os.path.exists(journal) and os.path.getsize(journal) > 0
        self.is_still = not has_journal and not os.access(path, os.W_OK)
        mode = "immutable=1" if self.is_still else "mode=ro"
        self.database = sqlite3.connect("file:" + quote(os.path.abspath(file)) + "?" + mode, uri=True,
                                        timeout=10, isolation_level=None)
        self.database.text_factory = Text
        version = self.number("PRAGMA user_version")
        if self.number("PRAGMA application_id") != APPLICATION_ID or version < 1:
            raise Refused("no_record", path)
        if version > SCHEMA_VERSION:
            raise Refused("newer", str(version))

    def number(self, query, *values):
        row = self.database.execute(query, values).fetchone()
        return int(row[0] or 0) if row else 0

    def meta(self):
        return {bytes(key).decode(): bytes(value).decode(errors="replace")
                for key, value in self.database.execute("SELECT key, value FROM meta")}

    def has_table(self, name):
        return self.number("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?", name) > 0

    def rows(self, table, where="", values=()):
        return self.database.execute("SELECT * FROM %s %s" % (table, where), values).fetchall()


class Tail:
    def __init__(self, record, request):
        self.record = record
        self.run_id = request["run_id"]
        self.generation = request["generation"]
        self.cursors = dict.fromkeys(GROWING, 0)
        self.cursors.update({name: request["cursors"].get(name, 0) for name in GROWING})
        self.change = None

    def round(self):
        """Sends what is new; False if nothing is."""
        database = self.record.database
        database.execute("BEGIN")
        try:
            meta = self.record.meta()
            if "run_id" not in meta:
                return False  # it is being made
            identity = (meta["run_id"], int(meta.get("generation", 0)))
            is_other = identity != (self.run_id, self.generation)
            if not is_other and meta.get("change") == self.change:
                return False
            goals = {name: self.record.number("SELECT max(%s) FROM %s" % (column, name))
                     for name, column in GROWING.items()}
            whole = {name: self.record.rows(name) for name in ("meta", "fact", "checkpoint")}
        finally:
            database.execute("COMMIT")
        if is_other and identity[0] == self.run_id:
            self.generation = identity[1]
            self.cut()
        elif is_other:
            self.run_id, self.generation = identity
            self.cursors = dict.fromkeys(GROWING, 0)
            send(b"X")
        # The counter tells followers that the copy is whole, so it comes last.
        whole["meta"] = [row for row in whole["meta"] if row[0] != b"change"]
        for name, rows in whole.items():
            send_rows(name, rows)
        total = sum(max(0, goals[name] - self.cursors[name]) for name in GROWING)
        done = 0
        # What others refer to first: a follower never sees an episode whose texts are not there.
        for name in ("metric_key", "task", "blob", "metric", "episode", "event"):
            done = self.table(name, goals[name], done, total)
        self.change = meta.get("change")
        send_commit(int(self.change or 1), total, total)
        return True

    def cut(self):
        """Takes away what the record lost. No commit before its end: half of it would be no state.

        Numbers of metrics, episodes and events are never given again, so what is left of them up to
        the cursors is what the copy has. Texts may get the number of a text that is gone: those that
        newer episodes refer to are sent again. Keys and tasks are few and sent whole.
        """
        database = self.record.database
        database.execute("BEGIN")
        try:
            if int(self.record.meta().get("generation", 0)) != self.generation:
                raise Restart()
            for name, column in GROWING.items():
                if name in ("metric_key", "task"):
                    self.cursors[name] = 0
                ids = database.execute("SELECT %s FROM %s WHERE %s <= ? ORDER BY 1" % (column, name, column),
                                       (self.cursors[name],))
                ranges = []
                for (number,) in ids:
                    if ranges and number == ranges[-1][1] + 1:
                        ranges[-1][1] = number
                    else:
                        ranges.append([number, number])
                send(b"K" + struct.pack("<BI", TABLES.index(name), len(ranges)) +
                     b"".join(struct.pack("<qq", *ends) for ends in ranges))
            newer = " UNION ".join("SELECT %s FROM episode_detail WHERE seq > :seq" % column
                                   for column in ("reference", "prompt", "completion", "candidate"))
            texts = database.execute("SELECT * FROM blob WHERE id <= :blob AND id IN (%s)" % newer,
                                     {"seq": self.cursors["episode"], "blob": self.cursors["blob"]})
            for rows in iter(lambda: texts.fetchmany(CHUNK_ROWS), []):
                send_rows("blob", rows)
        finally:
            database.execute("COMMIT")

    def table(self, name, goal, done, total):
        column = GROWING[name]
        size = 0
        while self.cursors[name] < goal:
            begin = self.cursors[name]
            rows, beside = self.chunk(name, column, goal)
            if not rows:
                self.cursors[name] = goal
                break
            self.cursors[name] = rows[-1][0]
            size += send_rows(name, rows)
            for other, others in beside.items():
                if others:
                    size += send_rows(other, others)
            done += self.cursors[name] - begin
            if size >= CHUNK_BYTES:
                send_commit(0, done, total)
                size = 0
        return done

    def chunk(self, name, column, goal):
        database = self.record.database
        database.execute("BEGIN")
        try:
            meta = self.record.meta()
            if (meta.get("run_id"), int(meta.get("generation", 0))) != (self.run_id, self.generation):
                raise Restart()
            # Texts can be long; few at a time keep frames small.
            limit = CHUNK_ROWS if name != "episode" else CHUNK_ROWS // 4
            span = "WHERE %s > ? AND %s <= ? ORDER BY %s" % (column, column, column)
            rows = self.record.rows(name, span + " LIMIT ?", (self.cursors[name], goal, limit))
            beside = {}
            if name == "episode" and rows:
                for other in ("episode_detail", "episode_turn"):
                    if self.record.has_table(other):
                        beside[other] = self.record.rows(other, "WHERE seq >= ? AND seq <= ? ORDER BY seq",
                                                         (rows[0][0], rows[-1][0]))
            return rows, beside
        finally:
            database.execute("COMMIT")


def ask_run(folder, command):
    """The answer of the process that writes the run, as engine/record/control has it."""
    here = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as run:
            run.settimeout(ANSWER_LIMIT_S)
            # Through the open folder: an address holds 107 bytes, a path may be longer.
            run.connect("/proc/self/fd/%d/control.sock" % here)
            request = {"schema": CONTROL_SCHEMA, "command": command, "asker": "SSH"}
            run.sendall(json.dumps(request).encode() + b"\n")
            answer = b""
            while not answer.endswith(b"\n") and len(answer) < LONGEST_ANSWER:
                part = run.recv(LONGEST_ANSWER)
                if not part:
                    raise OSError("the run has ended")
                answer += part
            return answer.strip()
    except OSError:
        problem = "no process there takes commands for this run; it may have ended"
        return json.dumps({"schema": CONTROL_SCHEMA, "ok": False, "error": problem}).encode()
    finally:
        os.close(here)


def obey(folder, lines):
    for line in lines:
        command = line.decode(errors="replace").strip()
        if command in COMMANDS:
            send(b"A" + ask_run(folder, command))
            sys.stdout.buffer.flush()


def follow(request):
    rest = b""
    tail = Tail(Record(request["path"]), request)
    while True:
        try:
            if not tail.round():
                send(b"I")
                sys.stdout.buffer.flush()
        except Restart:
            continue
        if tail.record.is_still:
            tail.record = Record(request["path"])  # somebody may have begun to write
        ready, _, _ = select.select([0], [], [], request["poll_s"])
        if not ready:
            continue
        read = os.read(0, 4096)
        if not read:
            return
        *lines, rest = (rest + read).split(b"\n")
        obey(tail.record.folder, lines)


def main():
    stdin = sys.stdin.buffer
    request = json.loads(stdin.read(int(stdin.readline())).decode())
    sys.stdout.buffer.write(PREAMBLE)
    try:
        follow(request)
    except BrokenPipeError:
        os._exit(0)  # nobody listens any more; Python's own flush would complain
    except (Refused, sqlite3.Error, OSError) as problem:
        code, message = problem.args if isinstance(problem, Refused) else ("other", str(problem))
        code, message = code.encode(), message.encode()
        send(b"E" + struct.pack("<I", len(code)) + code + message)
        sys.stdout.buffer.flush()


main()
