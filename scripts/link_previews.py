"""Draw the pictures that a link shows where it is sent on: client/public/previews/GAME.png, from the built client.

$ python scripts/build_client.py build && python scripts/link_previews.py && python scripts/build_client.py build
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

import hustings
from hustings.web.serve import free_port, make_server
from hustings.web.settings import Settings

TARGET = Path(__file__).parents[1] / "client" / "public" / "previews"
SIZE = ViewportSize(width=1200, height=630)
WAIT = 60.0  # seconds for the server
COLOURS = 24
#: in the page: the game's picture over everything, its title on a sheet below
POSE = """([game, title]) => {
  const picture = document.querySelector(`[data-testid=game-${game}] .picture svg`)?.cloneNode(true);
  const sheet = document.createElement('div');
  sheet.style.cssText =
    'position:fixed;inset:0;z-index:99;background:var(--paper);display:grid;grid-template-rows:1fr auto';
  if (picture) { picture.style.cssText = 'width:1200px;height:505px'; sheet.append(picture); }
  const words = document.createElement('div');
  words.style.cssText = 'border-top:10px solid var(--ink);padding:12px 48px 18px;display:flex;align-items:baseline;'
    + 'justify-content:space-between;gap:32px;white-space:nowrap';
  words.innerHTML = '<b style="font:400 62px var(--display)"></b><span class="label" style="font-size:46px"></span>';
  words.firstChild.textContent = title;
  words.lastChild.textContent = "Hustings";
  sheet.append(words);
  document.body.append(sheet);
}"""


def draw(page: Page, port: int, game: str, title: str) -> None:
    """One picture, in few colours."""
    page.goto(f"http://127.0.0.1:{port}/")
    page.wait_for_selector("[data-testid^=game-] .picture svg")
    page.evaluate("document.fonts.ready")
    page.evaluate(POSE, [game, title])
    shown = Image.open(BytesIO(page.screenshot())).convert("RGB")
    TARGET.mkdir(parents=True, exist_ok=True)
    shown.quantize(COLOURS, dither=Image.Dither.NONE).save(TARGET / f"{game}.png", optimize=True)


def main() -> None:
    """Draw them all."""
    with tempfile.TemporaryDirectory() as folder:
        listening = free_port("127.0.0.1", 0)
        made = make_server(Settings(data_dir=Path(folder), store=None))
        thread = threading.Thread(target=made.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            if not made.ready.wait(WAIT):
                sys.exit("The server was to be started and is not ready after a minute.")
            port = int(listening.getsockname()[1])
            with sync_playwright() as playwright:
                program = os.environ.get("HUSTINGS_CHROMIUM") or "/usr/bin/chromium"
                browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
                page = browser.new_page(viewport=SIZE, color_scheme="light")
                for game in hustings.game_names():
                    draw(page, port, game, hustings.game(game).title)
                browser.close()
        finally:
            made.should_exit = True
            thread.join()
            listening.close()


if __name__ == "__main__":
    main()
