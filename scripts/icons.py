"""Draw the icons of the installed client from client/public/icon.svg: client/public/icons/*.png.

$ python scripts/icons.py
"""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

PUBLIC = Path(__file__).parents[1] / "client" / "public"
GROUND = "#6a2a56"  # of the icon itself: what a system cuts to its own shape is filled with it to the edges
COLOURS = 16
#: name, pixels, how much of the side the drawing takes; 1 leaves its own round corners
ICONS = (("192", 192, 1.0), ("512", 512, 1.0), ("maskable-512", 512, 0.8), ("touch-180", 180, 0.94))


def draw(browser: Browser, name: str, side: int, share: float) -> None:
    """One icon, in few colours."""
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    ground = "transparent" if share == 1 else GROUND
    page = browser.new_page(viewport=ViewportSize(width=side, height=side))
    page.set_content(
        f"<style>body{{margin:0;height:{side}px;display:grid;place-items:center;background:{ground}}}"
        f"svg{{width:{side * share}px}}</style>{drawing}"
    )
    shown = Image.open(BytesIO(page.screenshot(omit_background=True)))
    page.close()
    (PUBLIC / "icons").mkdir(exist_ok=True)
    shown.quantize(COLOURS).save(PUBLIC / "icons" / f"{name}.png", optimize=True)


def main() -> None:
    """Draw them all."""
    with sync_playwright() as playwright:
        program = os.environ.get("HUSTINGS_CHROMIUM") or "/usr/bin/chromium"
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, side, share in ICONS:
            draw(browser, name, side, share)
        browser.close()


if __name__ == "__main__":
    main()
