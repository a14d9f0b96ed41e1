"""Looking at pages on four sizes of screen, light and dark: axe finds nothing serious, and nothing sticks out."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.visitor import Visitor

SIZES = ((360, 740), (768, 1024), (1280, 800), (1920, 1080))  # CSS pixels
EXAMINED = {(1280, "light"), (360, "dark")}  # where axe looks: once for each set of colours, at either layout
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SCRIPT = Axe().axe_script
# Only the grave faults come back, not everything axe has looked at: that takes longer than looking.
GRAVE = """axe.run({resultTypes: ['violations']}).then(found => found.violations
  .filter(fault => ['serious', 'critical'].includes(fault.impact))
  .map(fault => `${fault.id}: ${fault.nodes.slice(0, 3).map(node => node.target).join(', ')}`))"""
#: how much of what is inside sticks out at the right, in CSS pixels
STICKS_OUT = "one => one.scrollWidth - one.clientWidth"
# Just after a change of size the browser may still be laying out the old one. Where motion is reduced nothing changes
# by a transition, however short: one for every element and property would keep the page busy for a second.
AT_REST = """async width => {
  const outside = () => [...document.querySelectorAll('body *')]
    .filter(one => one.getBoundingClientRect().right > width + 0.5).slice(0, 3).map(one => one.className).join(', ');
  let wrong = '';
  // What measures itself answers a new size in the next frame.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  for (let frames = 0; frames < 200; frames++) {
    const wide = document.documentElement.scrollWidth;
    const moving = document.getAnimations().filter(one => one.playState === 'running');
    const passing = moving.find(one => one instanceof CSSTransition);
    if (passing) return `has a transition of ${passing.transitionProperty}: ${passing.effect?.target?.className}`;
    if (wide <= width && !moving.length) return '';
    const restless = moving.length > 0;
    wrong = restless ? `comes to no rest: ${moving[0].effect?.target?.className}` : `is ${wide} px wide: ${outside()}`;
    await new Promise(requestAnimationFrame);
  }
  return wrong;
}"""


def violations(visitor: Visitor) -> list[str]:
    """What axe finds serious or critical: its rule, and where."""
    if not visitor.page.evaluate("'axe' in window"):
        visitor.page.evaluate(SCRIPT)
    found: list[str] = visitor.page.evaluate(GRAVE)
    return found


def look_at(visitor: Visitor, state: str) -> None:
    """Check and keep one state in every size and both colour schemes."""
    page = visitor.page
    page.evaluate("document.fonts.ready")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            expect(page.locator("html")).to_have_attribute("data-theme", scheme)
            wrong = page.evaluate(AT_REST, width)
            assert wrong == "", f"{state} at {width} px {wrong}"
            visitor.keep(f"{state}-{width}-{scheme}")
            if (width, scheme) in EXAMINED:
                found = violations(visitor)
                assert found == [], f"{state} at {width} px, {scheme}: {found}"
