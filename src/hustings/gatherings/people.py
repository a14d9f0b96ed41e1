"""Changes of a gathering's people: functions from its state to new records of its log.

The functions only return the records and do not change the state. A `mark` is always the digest of a token.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Mapping

from hustings import bots
from hustings.gatherings.roll import Asked, Asking, Locked, Refused, Returned, Roll, Who
from hustings.rooms.errors import NotAllowedError, RoomError
from hustings.rooms.keys import LETTERS, SEAT_CODE_LENGTH, code_digest
from hustings.rooms.names import clean_name, look_alike

MOST_ASKING = 20


def person_code(token: str) -> str:
    """Return the code with which a person can return on another device: eight letters derived from their token."""
    digest = hashlib.sha256(f"person:{token}".encode()).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:SEAT_CODE_LENGTH])


def come_back(roll: Roll[Who], code: str, mark: str, next_code: str) -> Returned:
    """Let a person return with their code, which works once; `next_code` replaces it. mark: the new token's digest.

    Raises NotAllowedError for a wrong code.
    """
    digest = code_digest(roll.code, code)
    for person in roll.present_people():
        if hmac.compare_digest(person.code, digest):
            return Returned(person.number, mark, code_digest(roll.code, next_code))
    raise NotAllowedError(f"{roll.kind}.wrong_code")


def ask_back(roll: Roll[Who], name: str, mark: str, code: str, addresses: Mapping[str, str]) -> list[Asked | Refused]:
    """Claim to be the person of a name, from a device that has neither the person's cookie nor their code.

    A new claim replaces an earlier one to the same name from the same address, or from an unknown address. If too many
    people claim names, the oldest claim from the address with most claims gives way.

    Args:
        roll: The state.
        name: The name.
        mark: The digest of the claimant's token.
        code: Lets the person return on another device.
        addresses: The addresses of those who claim a name, by their marks; the log stores none, so after the gathering
            was loaded again those of earlier claims are unknown.
    """
    present = roll.present_people()
    person = next((person for person in present if any(look_alike(name, own) for own in person.names)), None)
    if person is None:
        raise RoomError(f"{roll.kind}.nobody_of_name", name=clean_name(name))
    others = [asking for asking in roll.asking if asking.mark != mark]
    own = addresses.get(mark, "")
    over = [one for one in others if one.person == person.number and addresses.get(one.mark, own) == own]
    others = [one for one in others if one not in over]
    if len(others) >= MOST_ASKING:
        counts = Counter(addresses.get(one.mark, "") for one in others)
        over.append(max(others, key=lambda one: counts[addresses.get(one.mark, "")]))  # the first of the largest
    return [*(Refused(one.mark) for one in over), Asked(person.number, mark, code_digest(roll.code, code))]


def allow(roll: Roll[Who], mark: str, allowed: bool) -> list[Returned | Refused]:
    """Allow or refuse somebody who claims to be a person; mark: the claim's."""
    asking: Asking | None = roll.asking_of(mark)
    if asking is None:
        raise RoomError(f"{roll.kind}.nobody_asks")
    return [Returned(asking.person, asking.mark, asking.code) if allowed else Refused(mark)]


def lock(roll: Roll[Who], locked: bool) -> list[Locked]:
    """Lock a gathering against new people, or unlock it."""
    return [] if roll.locked == locked else [Locked(locked)]


def need_no_bots_name(kind: str, name: str) -> None:
    """Raise RoomError for a name like that of a bot; kind: see `Roll`."""
    if any(look_alike(name[: len(level.title)], level.title) for level in bots.LEVELS.values()):
        raise RoomError(f"{kind}.name_of_bot", name=name)


def need_free_name(kind: str, name: str, taken: Iterable[str]) -> None:
    """Raise RoomError if somebody else has a name that looks like this one."""
    if any(look_alike(name, other) for other in taken):
        raise RoomError(f"{kind}.name_used", name=name)
