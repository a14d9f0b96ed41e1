"""Plans for rounds by post over HTTP: each person reaches their own, and a refusal names its reason and clause."""

from __future__ import annotations

import time
from typing import Any

from tests.web.helpers import FRIEND, ME, Site

DAYS = {"clock": "days", "zone": "UTC"}
PLAN = {"states": [{"state": "GA", "dollars": 3}], "cards": [{"card": "DONOR", "how": "play"}]}


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_people_hand_in_and_take_back_their_own_plans(site: Site) -> None:
    code, ann = site.make(ME, FRIEND, FRIEND, game="mudslinger")
    bo, cy = site.join(code, "Bo"), site.join(code, "Cy")
    path = f"/api/rooms/{code}/plan"
    assert site.ask("GET", f"{path}?seat=0", **bearer(ann)).json["key"] == "room.not_by_post"
    assert site.host(code, ann, do="terms", terms=DAYS).status == 200
    assert site.host(code, ann, do="start").status == 200

    def hand_in(token: str, seat: int, plan: Any, number: int = 1) -> Any:
        return site.ask("POST", path, {"seat": seat, "round": number, "plan": plan}, **bearer(token))

    first = hand_in(ann, 0, PLAN)
    assert first.status == 200, first.body
    assert (first.json["ready"], first.json["plan"]["states"]) == (True, PLAN["states"])
    assert site.ask("GET", f"{path}?seat=0", **bearer(ann)).json == first.json
    assert site.ask("GET", f"{path}?seat=0", **bearer(bo)).status == 403
    assert site.ask("GET", f"{path}?seat=0").status == 403
    refused = hand_in(bo, 1, {"against": [{"seat": 1, "dollars": 2}]})
    assert (refused.status, refused.json["key"], refused.json["clause"]) == (409, "room.plan_misfit", "MS-10")
    assert hand_in(bo, 1, {"states": "all"}).json["key"] == "room.plan_unreadable"
    assert hand_in(bo, 1, PLAN, number=2).json["key"] == "room.round_closed"
    assert hand_in(bo, 9, PLAN).status == 403
    assert site.ask("GET", f"{path}?seat=-1", **bearer(cy)).status == 422
    assert hand_in(ann, 0, None).json["ready"] is False
    for token, seat in ((ann, 0), (bo, 1), (cy, 2)):
        assert hand_in(token, seat, PLAN).status == 200
    until = time.monotonic() + 60
    while (now := site.ask("GET", f"{path}?seat=1", **bearer(bo)).json)["round"] == 1:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert (now["reported"], now["plan"]) == (1, None)
    assert {"what": "kept", "facts": {"card": "DONOR", "on": None}} in now["lines"]
