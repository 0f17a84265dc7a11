# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes NereidInter-*.otf from Inter-*.otf: digits are the tabular ones, and the family is called "Nereid Inter".

Also makes NereidMono-*.ttf from JetBrainsMono-*.ttf: no ligatures, because what a model wrote must be seen as written
("<|task|>", "!=").

Qt before 6.7 cannot switch OpenType features (tnum, calt), so the character map points at those glyphs directly; and a
name of its own keeps the bundled font apart from an Inter that is installed.

    python3 make_tabular.py Inter-Regular.otf NereidInter-Regular.otf
    python3 make_tabular.py JetBrainsMono-Regular.ttf NereidMono-Regular.ttf
"""
import struct
import sys


def read_tables(font):
    count = struct.unpack(">H", font[4:6])[0]
    tables = {}
    for i in range(count):
        tag, _, offset, length = struct.unpack(">4sIII", font[12 + 16 * i:28 + 16 * i])
        tables[tag] = font[offset:offset + length]
    return tables


def u16(data, offset):
    return struct.unpack(">H", data[offset:offset + 2])[0]


def u32(data, offset):
    return struct.unpack(">I", data[offset:offset + 4])[0]


def coverage(data, offset):
    """Glyphs of a coverage table, in order."""
    if u16(data, offset) == 1:
        return [u16(data, offset + 4 + 2 * i) for i in range(u16(data, offset + 2))]
    glyphs = []
    for i in range(u16(data, offset + 2)):
        start, end = u16(data, offset + 4 + 6 * i), u16(data, offset + 6 + 6 * i)
        glyphs.extend(range(start, end + 1))
    return glyphs


def single_substitution(data, offset, kind):
    """Mapping of a GSUB subtable of type 1 (also behind an extension, type 7)."""
    if kind == 7:
        return single_substitution(data, offset + u32(data, offset + 4), u16(data, offset + 2))
    if kind != 1:
        return {}
    glyphs = coverage(data, offset + u16(data, offset + 2))
    if u16(data, offset) == 1:
        delta = u16(data, offset + 4)
        return {g: (g + delta) & 0xFFFF for g in glyphs}
    return {g: u16(data, offset + 6 + 2 * i) for i, g in enumerate(glyphs)}


def feature_map(gsub, wanted):
    features, lookups = u16(gsub, 6), u16(gsub, 8)
    mapping = {}
    for i in range(u16(gsub, features)):
        tag = gsub[features + 2 + 6 * i:features + 6 + 6 * i]
        if tag != wanted:
            continue
        feature = features + u16(gsub, features + 6 + 6 * i)
        for k in range(u16(gsub, feature + 2)):
            lookup = lookups + u16(gsub, lookups + 2 + 2 * u16(gsub, feature + 4 + 2 * k))
            for s in range(u16(gsub, lookup + 4)):
                mapping.update(single_substitution(gsub, lookup + u16(gsub, lookup + 6 + 2 * s), u16(gsub, lookup)))
    return mapping


def read_cmap(cmap):
    for i in range(u16(cmap, 2)):
        offset = u32(cmap, 8 + 8 * i)
        if u16(cmap, offset) == 12:
            chars = {}
            for g in range(u32(cmap, offset + 12)):
                start, end, glyph = struct.unpack(">III", cmap[offset + 16 + 12 * g:offset + 28 + 12 * g])
                for c in range(start, end + 1):
                    chars[c] = glyph + c - start
            return chars
    raise SystemExit("no character map of format 12")


def write_cmap(chars):
    groups = []
    for c in sorted(chars):
        if groups and c == groups[-1][1] + 1 and chars[c] == groups[-1][2] + c - groups[-1][0]:
            groups[-1][1] = c
        else:
            groups.append([c, c, chars[c]])
    table = struct.pack(">HHIII", 12, 0, 16 + 12 * len(groups), 0, len(groups))
    table += b"".join(struct.pack(">III", *g) for g in groups)
    return struct.pack(">HHHHIHHI", 0, 2, 0, 4, 20, 3, 10, 20) + table


def rename(name):
    count, strings = u16(name, 2), u16(name, 4)
    records, heap = [], b""
    for i in range(count):
        platform, encoding, language, what, length, offset = struct.unpack(">6H", name[6 + 12 * i:18 + 12 * i])
        if platform != 3:
            continue
        text = name[strings + offset:strings + offset + length].decode("utf-16-be")
        text = text.replace("JetBrainsMono", "NereidMono").replace("JetBrains Mono", "Nereid Mono") if what != 7 else text
        if what in (1, 4, 16, 21):
            text = text.replace("Inter", "Nereid Inter", 1)
        elif what in (3, 6):
            text = text.replace("Inter", "NereidInter", 1)
        data = text.encode("utf-16-be")
        records.append(struct.pack(">6H", platform, encoding, language, what, len(data), len(heap)))
        heap += data
    return struct.pack(">HHH", 0, len(records), 6 + 12 * len(records)) + b"".join(records) + heap


def checksum(data):
    data += b"\0" * (-len(data) % 4)
    return sum(struct.unpack(f">{len(data) // 4}I", data)) & 0xFFFFFFFF


def write_font(head, tables):
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    out = head + struct.pack(">HHHH", count, power * 16, power.bit_length() - 1, count * 16 - power * 16)
    offset, directory, body = 12 + 16 * count, b"", b""
    for tag in sorted(tables):
        data = tables[tag]
        directory += struct.pack(">4sIII", tag, checksum(data), offset, len(data))
        padded = data + b"\0" * (-len(data) % 4)
        body += padded
        offset += len(padded)
    return out + directory + body


def main(source, target):
    with open(source, "rb") as file:
        font = file.read()
    tables = read_tables(font)
    if "JetBrains" in source:
        del tables[b"GSUB"]  # ligatures; nothing else in it concerns code
        tables.pop(b"DSIG", None)
    else:
        use_tabular_digits(tables, source)
    tables[b"name"] = rename(tables[b"name"])
    with open(target, "wb") as file:
        file.write(write_font(font[:4], tables))


def use_tabular_digits(tables, source):
    chars = read_cmap(tables[b"cmap"])
    tabular = feature_map(tables[b"GSUB"], b"tnum")
    digits = [c for c in range(0x30, 0x3A) if chars[c] in tabular]
    if len(digits) != 10:
        raise SystemExit(f"{source}: only {len(digits)} digits have a tabular form")
    for c in digits:
        chars[c] = tabular[chars[c]]
    tables[b"cmap"] = write_cmap(chars)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    main(sys.argv[1], sys.argv[2])
