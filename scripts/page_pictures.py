"""Take the documentation's pictures of pages again when the sources they show have changed; --check names stale ones.

$ python scripts/page_pictures.py

A picture is stale if the digest in docs/images/sources.json is not that of its sources. Only what draws a page counts:
the markup and the styles of the components in its folders, without their scripts, and the style sheets. Scripts, words
and rules change with almost every commit and rarely the look of a page; counting them would ask for new pictures each
time.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from generated import ROOT

IMAGES = ROOT / "docs" / "images"
RECORD = IMAGES / "sources.json"
SOURCES = ROOT / "client" / "src"
TABLE = ("cards", "map", "styles", "table/frame", "table/panel")  # what every table consists of
#: for each picture the folders that it shows
SHOWN = {
    "home.png": ("games/*/Picture.svelte", "home", "styles"),
    "combat.png": ("games/combat", *TABLE),
    "phone.png": ("games/combat", *TABLE),
    "mudslinger.png": ("games/mudslinger", *TABLE),
    "politics.png": ("games/politics", *TABLE),
    "president.png": ("games/president", *TABLE),
    "class-screen.png": ("classroom/ScreenTables.svelte", "map/SmallMap.svelte", "pages/ScreenPage.svelte", "styles"),
    "class-teacher.png": ("classroom/*.svelte", "pages/TeacherPage.svelte", "styles"),
}
_SCRIPT = re.compile(r"<script\b.*?</script>\n?", re.DOTALL)


def digest(picture: str) -> str:
    """Return the digest of what draws a picture's page."""
    places = [place for pattern in SHOWN[picture] for place in sorted(SOURCES.glob(pattern))]
    files = [file for place in places for file in (sorted(place.rglob("*")) if place.is_dir() else [place])]
    drawing = [file for file in files if file.suffix in (".svelte", ".css")]
    assert drawing, f"nothing draws {picture}"
    told = (f"{file.relative_to(SOURCES)}\n{_SCRIPT.sub('', file.read_text('utf-8'))}" for file in drawing)
    return sha256("\0".join(told).encode()).hexdigest()


def stale(record: Path = RECORD) -> list[str]:
    """Return the pictures that are older than their sources, or missing."""
    known = json.loads(record.read_text("utf-8")) if record.exists() else {}
    return [name for name in SHOWN if known.get(name) != digest(name) or not (record.parent / name).exists()]


def retake() -> None:
    """Take all pictures from the running program, and record the sources that they show."""
    subprocess.run([sys.executable, ROOT / "scripts" / "build_client.py", "build"], check=True)
    tests = [sys.executable, "-m", "pytest", "-q", "-m", "", "tests/browser/test_pictures.py"]
    subprocess.run(tests, check=True, cwd=ROOT, env={**os.environ, "HUSTINGS_PICTURES": str(IMAGES)})
    RECORD.write_text(json.dumps({name: digest(name) for name in SHOWN}, indent=1) + "\n", "utf-8")


def main() -> int:
    """Retake stale pictures; with --check name them and return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="take no picture; exit 1 if one is stale")
    check, old = parser.parse_args().check, stale()
    if old and check:
        print(f"older than the pages they show: {', '.join(old)}; `make generate` takes them again")
    elif old:
        retake()
    return int(check and bool(old))


if __name__ == "__main__":
    sys.exit(main())
