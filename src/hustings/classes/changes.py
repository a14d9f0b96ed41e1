"""Changes that people or their teacher ask for: functions from a class's state to new records of its log.

The functions only return the records and do not change the state. Each raises RoomError if the class does not allow the
change. A `mark` is always the digest of a token.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, replace
from typing import Annotated

from pydantic import Field

from hustings.classes import records as r
from hustings.classes.names import deal_name
from hustings.classes.seating import Wishes, seat_all
from hustings.classes.state import ClassState, Person, Question
from hustings.gatherings import people
from hustings.gatherings.results import Finish
from hustings.gatherings.roll import Moved, Returned, Seats
from hustings.gatherings.seats import SECRET_BYTES, copied, room_codes, unseat
from hustings.gatherings.settings import GameSettings, playable
from hustings.rooms.commands.registry import LONGEST_RAW_REMARK, Name, Registry, RemarkText
from hustings.rooms.errors import RoomError
from hustings.rooms.keys import code_digest
from hustings.rooms.log.log_events import Digest
from hustings.rooms.names import clean_name, clean_remark, look_alike

Change = Callable[[ClassState], list[r.Record]]
TEACHER = Registry("Teacher")  # `Classes` has them all
MOST_STEPS = 20  # the most steps of a practice round
MOST_SCREENS = 40
MOST_ANSWERS = 4


# --- the class and its people


def opened(settings: r.ClassSettings, teacher: str) -> r.Opened:
    """Return the first record of a class. Raises OptionError or RoomError if a setting is not allowed."""
    settings = playable(settings)
    names = [clean_name(name) for name in settings.names]
    for number, name in enumerate(names):
        if any(look_alike(name, other) for other in names[:number]):
            raise RoomError("class.name_twice", name=name)
    if settings.naming == "list" and not names:
        raise RoomError("class.empty_list")
    return r.Opened(replace(settings, names=names), teacher, time.time())


def join(
    state: ClassState,
    asked: str | None,
    mark: str,
    code: str,
    strangers: Sequence[int] = (),
    language: r.Language | None = None,
    partner: str | None = None,
) -> list[r.Record]:
    """Let a new person join, or two who share a phone.

    A stranger gives way who has the name that the new person wants, or the last place in the class.

    Args:
        state: The class.
        asked: The name that the person wants; None if the class deals names.
        mark: The digest of the person's token.
        code: Lets the person return on another device.
        strangers: People whose page was never open (see `Presence.strangers`).
        language: The language of the two words dealt to the person; None for the class's.
        partner: The name that a second person at the same phone wants, ignored if the class deals names; None if the
            person is alone.
    """
    if state.locked:
        raise RoomError("class.locked")
    people = state.present_people()
    absent = [person for person in people if person.number in strangers]
    away = [person for person in absent if asked is not None and look_alike(person.name, asked)]
    if not away and len(people) >= r.MOST_PEOPLE:
        away = absent[:1]
        if not away:
            raise RoomError("class.full", most=r.MOST_PEOPLE)
    gone = [person.number for person in away]
    dealt = {name for person in state.people.values() for name in (person.alias, person.partner)}
    alias = deal_name(language or state.settings.language, dealt)
    taken = _names_of([person for person in people if person.number not in gone])
    name = _name(state, asked, alias, taken)
    came = r.Came(len(state.people) + 1, name, alias, mark, code_digest(state.code, code))
    left = _left(state, gone, gave_way=True)
    if partner is None:
        return [*left, came]
    second = deal_name(language or state.settings.language, {*dealt, alias})
    return [*left, came, r.Paired(came.person, _name(state, partner, second, [*taken, name, alias]))]


def _names_of(people: Sequence[Person]) -> list[str]:
    """Return all names of some people: their own, their aliases and their partners'."""
    return [name for person in people for name in (*person.names, person.alias)]


def _name(state: ClassState, asked: str | None, alias: str, taken: Sequence[str]) -> str:
    """Return the name of a newcomer; alias: the one dealt to them, taken: the names that others have."""
    if state.settings.naming == "dealt":
        return alias
    if asked is None:
        raise RoomError("class.name_needed")
    name = clean_name(asked)
    if state.settings.naming == "list" and name not in state.settings.names:
        raise RoomError("class.not_on_list", name=name)
    people.need_no_bots_name(ClassState.kind, name)
    if any(look_alike(name, other) for other in taken):
        raise RoomError("class.name_taken", name=name)
    return name


def _need_free_name(state: ClassState, number: int, name: str) -> None:
    """Raise RoomError if somebody else in the class has a name that looks like this one."""
    people.need_free_name(
        ClassState.kind, name, _names_of([person for person in state.present_people() if person.number != number])
    )


@TEACHER.command()
def rename(state: ClassState, person: r.PersonNumber, name: Name) -> list[r.Record]:
    """Give a person another name; their alias (the two words dealt to them) stays."""
    who, name = _person(state, person), clean_name(name)
    people.need_no_bots_name(ClassState.kind, name)
    _need_free_name(state, person, name)
    if who.partner and look_alike(name, who.partner):
        raise RoomError("class.name_used", name=name)
    return [] if name == who.name else [r.Renamed(person, name)]


@TEACHER.command()
def pair(state: ClassState, person: r.PersonNumber, name: Name) -> list[r.Record]:
    """Let a second person of this name share a person's phone and seat; an empty name ends the sharing."""
    who, name = _person(state, person), clean_name(name) if name.strip() else ""
    if name:
        people.need_no_bots_name(ClassState.kind, name)
        _need_free_name(state, person, name)
        if look_alike(name, who.name):
            raise RoomError("class.name_used", name=name)
    return [] if name == who.partner else [r.Paired(person, name)]


@TEACHER.command()
def allow(state: ClassState, mark: Digest, allowed: bool = True) -> list[r.Record]:
    """Allow or refuse somebody in `asking` who claims to be a person of the class; mark: the claim's."""
    return [*people.allow(state, mark, allowed)]


@TEACHER.command()
def remove(state: ClassState, person: r.PersonNumber, removed: bool = True) -> list[r.Record]:
    """Remove a person, whose browser cannot join again, or let them back; a bot or the rest of their team plays on."""
    return _left(state, [_person(state, person).number]) if removed else _let_back(state, person)


def leave_absent(state: ClassState, numbers: Collection[int], present: Collection[int]) -> list[r.Record]:
    """Remove those of some people who are not present; the teacher can let each of them back."""
    people = [person.number for person in state.present_people()]
    return _left(state, [number for number in people if number in numbers and number not in present])


def _let_back(state: ClassState, number: int) -> list[r.Record]:
    """Let a removed person back into the class with the same number and name."""
    person = state.people.get(number)
    if person is None or person.gave_way:
        raise RoomError("class.no_person", number=number)
    if not person.gone:
        return []
    if len(state.present_people()) >= r.MOST_PEOPLE:
        raise RoomError("class.full", most=r.MOST_PEOPLE)
    for name in person.names:
        _need_free_name(state, number, name)
    return [Returned(number, person.mark, person.code)]


# --- tables


def start(
    state: ClassState,
    present: Collection[int],
    together: Sequence[Collection[int]] = (),
    apart: Sequence[tuple[int, int]] = (),
    game: GameSettings | None = None,
    practice: bool = False,
) -> list[r.Record]:
    """Begin a game with everybody whose page is open and visible; a practice round ends first.

    Args:
        state: The class.
        present: The people whose page is open and visible.
        together: Groups of people to seat at one table, as far as possible.
        apart: Pairs of people to seat at different tables, as far as possible.
        game: Another game; None for the same again.
        practice: Whether this is a practice round.
    """
    practised = state.step is not None
    if state.phase == "playing" and not practised:
        raise RoomError("class.playing")
    settings = state.settings if game is None else playable(replace(state.settings, **asdict(game)))
    people = [person.number for person in state.present_people() if person.number in present]
    if not people:
        raise RoomError("class.nobody_there")
    wishes = Wishes(settings.size, settings.team, together, apart)
    one = secrets.token_hex(SECRET_BYTES)
    seating = seat_all(people, wishes, secrets.SystemRandom().shuffle)
    plans = [
        r.TablePlan(code, seats, one if settings.duplicate else secrets.token_hex(SECRET_BYTES))
        for code, seats in zip(room_codes(state, len(seating)), seating, strict=True)
    ]
    over: list[r.Record] = [r.PracticeEnded()] if practised else []
    another: list[r.Record] = [] if settings == state.settings else [r.GameChosen(settings)]
    return [*_put_away(state), *over, *another, r.Dealt(plans, time.time(), practice)]


@TEACHER.command("practice")
def practise(state: ClassState, step: Annotated[int, Field(ge=1, le=MOST_STEPS)] | None) -> list[r.Record]:
    """Go on to a step (from 1) of the practice round; null ends the round and deletes its tables."""
    if state.step is None:
        raise RoomError("class.no_practice")
    if step is None:
        return [r.PracticeEnded()]
    return [] if step == state.step else [r.PracticeStep(step)]


@TEACHER.command()
def swap(state: ClassState, person: r.PersonNumber, other: r.PersonNumber) -> list[r.Record]:
    """Exchange the places (table, seat and hand) of two people, and tell both; one of them may have no place."""
    _playing(state)
    first, second = _person(state, person), _person(state, other)
    changed: dict[int, Seats] = {}
    for who, by in ((first, second), (second, first)):
        place = state.place_of(who.number)
        if place is not None:
            seats = changed.setdefault(place[0], copied(state.tables[place[0]].seats))
            people = state.tables[place[0]].seats[place[1]]
            seats[place[1]][people.index(who.number)] = by.number
    if not changed:
        raise RoomError("class.neither_sits")
    return [*(Moved(table, seats) for table, seats in changed.items()), r.Swapped(person, other)]


@TEACHER.command()
def bench(state: ClassState, person: r.PersonNumber, benched: bool = True) -> list[r.Record]:
    """Let a bot play for a person, who watches, or let the person play again."""
    _playing(state)
    who = _person(state, person)
    if state.place_of(person) is None:
        raise RoomError("class.has_no_seat", name=who.name)
    return [] if who.benched == benched else [r.Benched(person, benched)]


@TEACHER.command()
def pause(state: ClassState, paused: bool = True) -> list[r.Record]:
    """Pause all tables, or resume them."""
    _playing(state)
    return [] if state.paused == paused else [r.Paused(paused)]


@TEACHER.command()
def lock(state: ClassState, locked: bool = True) -> list[r.Record]:
    """Lock the class against new people, or unlock it; people of the class can still come back."""
    return [*people.lock(state, locked)]


def set_deadline(state: ClassState, seconds: float | None) -> list[r.Record]:
    """Stop all tables after a number of seconds; None removes the deadline."""
    _playing(state)
    return [r.DeadlineSet(None if seconds is None else time.time() + seconds)]


def end(state: ClassState, finishes: list[Finish]) -> list[r.Record]:
    """End the game at all tables; a practice round has no result."""
    if state.step is not None:
        return [r.PracticeEnded()]
    return [r.Ended(finishes, time.time())] if state.phase == "playing" else []


# --- words


@TEACHER.command("tell")
def write_note(state: ClassState, text: Annotated[str, Field(max_length=LONGEST_RAW_REMARK)]) -> list[r.Record]:
    """Write a note to everybody; an empty text removes the note."""
    return [r.NoteWritten(clean_remark(text) if text.strip() else "")]


@TEACHER.command("ask")
def open_question(
    state: ClassState,
    text: RemarkText,
    answers: Annotated[Sequence[RemarkText], Field(min_length=2, max_length=MOST_ANSWERS)],
    part: r.Part | None = None,
    right: Annotated[int, Field(ge=0, lt=MOST_ANSWERS)] | None = None,
    ready: Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,40}\.[a-z]{1,10}\.[0-9]{1,2}$")] | None = None,
) -> list[r.Record]:
    """Stop all tables and ask a question with two to four answers.

    part: the part of a lesson sheet: `predict`, `play`, `discuss`, `exit`; null for a question of the teacher's own.
    right: the number (from 0) of the right answer, shown when the question is closed; null if no answer is right.
    ready: the question's place in a lesson sheet, such as `president.exit.0`, whose text clients show in any language.
    """
    if not 2 <= len(answers) <= MOST_ANSWERS:
        raise RoomError("class.wrong_answers", most=MOST_ANSWERS)
    if right is not None and not 0 <= right < len(answers):
        raise RoomError("class.no_such_answer", last=len(answers))
    return [r.QuestionOpened(clean_remark(text), [clean_remark(answer) for answer in answers], part, right, ready)]


def answerable(state: ClassState, number: int, chosen: int) -> Question:
    """Return the open question. Raises RoomError if it has another number, or no such answer."""
    question = state.question
    if question is None or question.number != number or not question.open:
        raise RoomError("class.no_question")
    if chosen >= len(question.answers):
        raise RoomError("class.no_such_answer", last=len(question.answers))
    return question


@TEACHER.command("shut")
def close_question(state: ClassState, shown: bool = True, paused: bool = False) -> list[r.Record]:
    """Close the question. shown: keep it and its results on the screens; paused: do not resume the tables."""
    question = state.question
    if question is None:
        raise RoomError("class.no_question")
    pausing = pause(state, True) if paused and state.phase == "playing" else []
    return [*pausing, r.QuestionClosed(question.number, shown)]


@TEACHER.command()
def present(
    state: ClassState,
    screen: Annotated[int, Field(ge=0, lt=MOST_SCREENS)] | None,
    table: Annotated[int, Field(ge=1, le=r.MOST_PEOPLE)] | None = None,
) -> list[r.Record]:
    """After the game, show a screen of the debrief on the projector and the phones; null takes it down.

    screen: its place in the debrief's `screens`, from 0. A closed question is hidden.
    table: the number of the table to show large; null for the one that the screen suggests.
    """
    if state.phase != "over":
        raise RoomError("class.debrief_later")
    shown = (screen, table if screen is not None else None)
    away = [] if screen is None else _put_away(state)
    return away if state.presented == shown else [*away, r.Presented(*shown)]


# --- shared by the functions above


def _put_away(state: ClassState) -> list[r.Record]:
    """Return the record that hides a closed question, because something else is to be shown."""
    question = state.question
    return [] if question is None or question.open else [r.QuestionClosed(question.number, False)]


def _person(state: ClassState, number: int) -> Person:
    person = state.people.get(number)
    if person is None or person.gone:
        raise RoomError("class.no_person", number=number)
    return person


def _playing(state: ClassState) -> None:
    if state.phase != "playing":
        raise RoomError("class.not_playing")


def _left(state: ClassState, people: Sequence[int], gave_way: bool = False) -> list[r.Record]:
    """Return the records of people who leave the class and their seats."""
    return [*(r.Left(person, gave_way) for person in people), *unseat(state, people)]
