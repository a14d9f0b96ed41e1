"""Deltas over sockets: for whoever asks for them, and for nobody else."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.rooms.test_deltas import followed
from tests.web.helpers import Client, Json, Site, play_out


@dataclass
class Follower(Client):
    """A client that asks for deltas and keeps the whole state they lead to, as others are told it."""

    kinds: list[str] = field(default_factory=list)

    def receive(self, within: float = 10.0) -> Json:
        message = super().receive(within)
        self.kinds.append(message["type"])
        if message["type"] == "delta":
            self.state = followed(self.state, message)
            self.events += message["events"]
        elif message["type"] == "room" and self.state:
            self.state = {**self.state, "room": message["room"]}
        return message

    def greet(self, token: str | None, **more: object) -> None:
        """Say hello, and wait for the state that answers it."""
        self.send({"hello": {"token": token, "deltas": True, **more}})
        self.until("state")


def bare(state: Json) -> Json:
    return {name: value for name, value in state.items() if name not in ("events", "ended")}


def test_deltas_over_a_socket_lead_to_what_others_are_told_whole(site: Site) -> None:
    code, ann, bo = site.friends()
    with (
        site.sit(code, ann) as one,
        site.sit(code, bo) as other,
        site.sit(code) as stranger,
        site.sit(code, hello=False) as plain,
    ):
        follower = Follower(plain.socket)
        follower.greet(None)
        for _ in range(15):
            play_out([one, other], moves=1)
            seq = max(one.state["seq"], other.state["seq"])
            assert bare(follower.caught_up(seq)) == bare(stranger.caught_up(seq)) | {"room": follower.room}
        assert follower.kinds.count("delta") >= 10
        assert not any('"type":"delta"' in text for client in (one, other, stranger) for text in client.bytes)
        play_out([one, other])
        follower.caught_up(one.state["seq"])
        stranger.caught_up(one.state["seq"])
        assert follower.state["over"]
        assert follower.state["result"] == one.state["result"]
        assert follower.events == stranger.events


def test_a_player_plays_by_deltas_and_comes_back_to_a_whole_state(site: Site) -> None:
    code, ann, bo = site.friends()
    with site.sit(code, bo) as other:
        with site.sit(code, hello=False) as plain:
            one = Follower(plain.socket)
            one.greet(ann)
            play_out([one, other], moves=12)
            seen, known = one.state["seq"], one.events
            assert one.kinds.count("delta") >= 8
        play_out([other], moves=1) if other.state["legal"] else None
        with site.sit(code, hello=False) as plain:
            again = Follower(plain.socket)
            again.greet(ann, since=seen)
            assert again.kinds[-1] == "state"
            assert again.state["seq"] >= seen
            assert all(event["entry"] > known[-1]["entry"] for event in again.events)
            play_out([again, other], moves=4)
            assert again.state["view"]["hand"] == other.state["view"]["hand"]
