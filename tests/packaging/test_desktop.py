# SPDX-License-Identifier: GPL-3.0-or-later
"""The files that make Nereid a program of the desktop name each other, and things that exist."""

import configparser
import pathlib
import re
import shutil
import struct
import subprocess
import xml.etree.ElementTree as xml

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
DESKTOP = TOP / "packaging/desktop"
ICONS = DESKTOP / "icons/hicolor"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
ENTRY = DESKTOP / "nereid.desktop"


def entry():
    parser = configparser.ConfigParser(interpolation=None, strict=True)
    parser.optionxform = str
    parser.read(ENTRY, encoding="utf-8")
    return parser


def metainfo():
    return xml.parse(DESKTOP / "nereid.metainfo.xml").getroot()


def mime_types():
    return xml.parse(DESKTOP / "nereid-mime.xml").getroot().findall(f"{MIME}mime-type")


def test_one_name_for_entry_metainfo_launchable_icon_and_window():
    component = metainfo()
    name = component.findtext("id")
    assert ENTRY.stem == name
    assert component.findtext("launchable") == f"{name}.desktop"
    assert component.findtext("icon") == name
    assert component.findtext("provides/binary") == entry()["Desktop Entry"]["TryExec"] == name
    assert entry()["Desktop Entry"]["Icon"] == entry()["Desktop Entry"]["StartupWMClass"] == name
    assert (ICONS / "scalable/apps" / f"{name}.svg").exists()
    # Wayland finds the entry of a window by this.
    source = (TOP / "app/workbench.cpp").read_text()
    assert f'setDesktopFileName(QStringLiteral("{name}"))' in source


def test_file_types_are_declared_drawn_and_opened():
    declared = {kind.get("type"): kind for kind in mime_types()}
    opened = set(entry()["Desktop Entry"]["MimeType"].strip(";").split(";"))
    provided = {kind.text for kind in metainfo().findall("provides/mediatype")}
    assert opened == set(declared) == provided
    for kind in declared.values():
        icon = kind.find(f"{MIME}icon").get("name")
        assert (ICONS / "scalable/mimetypes" / f"{icon}.svg").exists()
    globs = {kind.find(f"{MIME}glob").get("pattern") for kind in declared.values()}
    assert globs == {"*.nereid-episode", "record.sqlite"}


def test_every_command_of_the_entry_is_one_of_the_program():
    described = (TOP / "app/main.cpp").read_text()
    sections = entry()
    actions = [name for name in sections.sections() if name.startswith("Desktop Action ")]
    named = sections["Desktop Entry"]["Actions"].strip(";").split(";")
    assert [f"Desktop Action {name}" for name in named] == actions
    for section in actions:
        program, *options = sections[section]["Exec"].split()
        assert program == "nereid"
        assert all(f'"{option}"' in described for option in options), options


def test_pictures_have_the_size_of_their_folder():
    pictures = sorted(ICONS.glob("*x*/apps/*.png"))
    assert {path.parts[-3] for path in pictures} >= {"16x16", "32x32", "48x48", "128x128", "256x256"}
    for path in pictures:
        width, height = struct.unpack(">II", path.read_bytes()[16:24])
        assert path.parts[-3] == f"{width}x{height}"


def test_metainfo_has_the_version_of_the_build():
    version = re.search(r"project\(nereid VERSION (\S+)", (TOP / "CMakeLists.txt").read_text()).group(1)
    assert metainfo().find("releases/release").get("version") == version


def run(program, *arguments):
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    return subprocess.run([program, *arguments], capture_output=True, text=True)


def test_desktop_file_validate():
    done = run("desktop-file-validate", str(ENTRY))
    assert done.returncode == 0 and done.stdout == "", done.stdout + done.stderr


def test_appstreamcli_validate():
    # The project has no domain whose reverse could be its name.
    done = run("appstreamcli", "validate", "--no-net", "--override=cid-desktopapp-is-not-rdns=info",
               str(DESKTOP / "nereid.metainfo.xml"))
    assert done.returncode == 0, done.stdout + done.stderr


def test_mime_database_takes_the_types(tmp_path):
    (tmp_path / "packages").mkdir()
    shutil.copy(DESKTOP / "nereid-mime.xml", tmp_path / "packages/nereid.xml")
    done = run("update-mime-database", str(tmp_path))
    assert done.returncode == 0, done.stderr
    globs = (tmp_path / "globs2").read_text()
    assert "50:application/x-nereid-episode:*.nereid-episode" in globs
    assert "80:application/x-nereid-record:record.sqlite" in globs


def test_cluster_scripts_use_options_that_exist():
    described = "".join(path.read_text() for path in (TOP / "app/cli").glob("*_command.cpp"))
    for name in ("one-run.sbatch", "run-per-gpu"):
        script = TOP / "packaging/cluster" / name
        assert subprocess.run(["bash", "-n", script]).returncode == 0
        lines = [line for line in script.read_text().splitlines() if re.search(r"\btrain ", line) and not line.startswith("#")]
        options = {option for line in lines for option in re.findall(r" (--[a-z-]+)", line.split("train ", 1)[1])}
        assert options and all(f'"{option}"' in described for option in options), options
