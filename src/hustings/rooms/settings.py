"""The settings of a room, each declared once with its words in English and Spanish.

The form of the lobby, the checks of requests, the settings of a new room, the table in docs/protocol.md and the
codebook of classes follow from the declarations. Records and messages call the settings `terms`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import ConfigDict, Field, GetPydanticSchema, TypeAdapter, create_model
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_after_validator_function

from hustings.rooms.hours import Hours
from hustings.rooms.wire import Wire

Absent = Literal["wait", "bot", "forfeit"]
Clock = Literal["off", "gentle", "strict", "days"]
ClassClock = Literal["off", "gentle", "strict"]  # a lesson is over in an hour
Times = Literal["08:00", "12:00", "18:00", "20:00", "22:00", "08:00 20:00", "12:00 20:00"]
Series = Literal["games", "duel"]
Kind = Literal["choice", "number", "switch", "zone"]
_COUNTED = ("clock", ("gentle", "strict"))
_LIVE = ("clock", ("off", "gentle", "strict"))
_OVER_DAYS = ("clock", ("days",))
Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Bilingual(Wire):
    """A text in English and Spanish."""

    en: str
    es: str


@dataclass(frozen=True, slots=True, eq=False)  # a part of a type, so hashable by identity
class Setting:
    """The words of a setting, and its place in forms.

    label     its name in a form; help: what it does.
    labels    the names of the values of a choice.
    in_class  what it means at a class's table; None if classes do not use it.
    usual     its value in a new room; None for the default, which it has in a record that does not name it.
    offered   whether the lobby offers it.
    only_with  another setting and the values of it with which this setting has a meaning; None: always.
    """

    label: Bilingual
    help: Bilingual
    labels: Mapping[str, Bilingual] = field(default_factory=dict)
    in_class: Bilingual | None = None
    usual: Value | None = None
    offered: bool = True
    only_with: tuple[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class RoomSettings(Wire):
    """The settings of a room, apart from the options of its game; GET /api/settings returns their meanings."""

    absent: Annotated[
        Absent,
        Setting(
            Bilingual("If a player is away", "Si un jugador se ausenta"),
            Bilingual(
                "For a player who must move and has been away for a minute while others are there. The rule of thumb "
                "plays a forfeited seat, and the others get its share.",
                "Para quien debe mover y lleva un minuto ausente mientras hay otros. Un bot sencillo juega el asiento "
                "de quien pierde así, y su parte es para los demás.",
            ),
            {
                "wait": Bilingual("Everyone waits", "Todos esperan"),
                "bot": Bilingual("A bot fills in until they return", "Un bot lo sustituye hasta que vuelva"),
                "forfeit": Bilingual("They forfeit the game", "Pierde la partida"),
            },
            in_class=Bilingual("a bot stands in for absent people", "un bot ocupa su lugar"),
            only_with=_LIVE,
        ),
    ] = "wait"
    clock: Annotated[
        Clock,
        Setting(
            Bilingual("Clock", "Reloj"),
            Bilingual(
                "If the time for a decision runs out, a strict clock makes a rule-of-thumb move. Over days, everybody "
                "has until a set hour; who misses it twice is excused, then a bot plays until they are back.",
                "Si se acaba el tiempo de una decisión, el reloj estricto hace una jugada sencilla. Por días, todos "
                "tienen hasta una hora fija; faltar dos veces se disculpa, luego juega un bot hasta que se vuelva.",
            ),
            {
                "off": Bilingual("No clock", "Sin reloj"),
                "gentle": Bilingual("Gentle: shows who is late", "Suave: muestra quién se retrasa"),
                "strict": Bilingual(
                    "Strict: if time runs out, a move is made for you", "Estricto: el reloj juega por ti"
                ),
                "days": Bilingual("Over days: until a set hour", "Por días: hasta una hora fija"),
            },
            in_class=Bilingual("the kind of clock", "el tipo de reloj"),
        ),
    ] = "off"
    seconds: Annotated[
        int,
        Field(ge=5, le=3600),
        Setting(
            Bilingual("Seconds per decision", "Segundos por decisión"),
            Bilingual(
                "A reaction to another player has a quarter of the time, but at least 8 seconds.",
                "Una reacción a otro jugador tiene la cuarta parte, pero al menos 8 segundos.",
            ),
            in_class=Bilingual("time for a decision", "el tiempo para cada decisión"),
            only_with=_COUNTED,
        ),
    ] = 60
    hours: Annotated[
        Times,
        Setting(
            Bilingual("Decide by", "Decidir antes de"),
            Bilingual(
                "A decision is open for at least twelve hours.", "Cada decisión queda abierta al menos doce horas."
            ),
            {
                "08:00": Bilingual("8:00 in the morning", "las 8:00 de la mañana"),
                "12:00": Bilingual("noon", "el mediodía"),
                "18:00": Bilingual("6:00 in the evening", "las 18:00"),
                "20:00": Bilingual("8:00 in the evening", "las 20:00"),
                "22:00": Bilingual("10:00 at night", "las 22:00"),
                "08:00 20:00": Bilingual("8:00 morning and evening", "las 8:00 y las 20:00"),
                "12:00 20:00": Bilingual("noon and 8:00 in the evening", "el mediodía y las 20:00"),
            },
            only_with=_OVER_DAYS,
        ),
    ] = "20:00"
    zone: Annotated[
        str,
        Field(max_length=40),
        Setting(
            Bilingual("Time zone of these hours", "Zona horaria de estas horas"),
            Bilingual("Everybody sees the deadlines in their own time.", "Cada cual ve los plazos en su propia hora."),
            only_with=_OVER_DAYS,
        ),
    ] = "UTC"
    weekends: Annotated[
        bool,
        Setting(
            Bilingual("Also at weekends", "También en fin de semana"),
            Bilingual("Otherwise no time runs out on Saturday and Sunday.", "Si no, sábado y domingo nada vence."),
            only_with=_OVER_DAYS,
        ),
    ] = True
    delayed: Annotated[
        bool,
        Setting(
            Bilingual("Spectators see one move behind", "Los espectadores van una jugada por detrás"),
            Bilingual(
                "They see the table as it was before the last move.",
                "Ven la mesa como estaba antes de la última jugada.",
            ),
        ),
    ] = False
    series: Annotated[
        Series,
        Setting(
            Bilingual("Series", "Serie"),
            Bilingual(
                "A duel is for two: each deal is played twice with the sides changed, and the lead in both games "
                "together wins it.",
                "El duelo es para dos: cada reparto se juega dos veces con los bandos cambiados, y lo gana la ventaja "
                "de las dos partidas juntas.",
            ),
            {
                "games": Bilingual("Single games", "Partidas sueltas"),
                "duel": Bilingual("Duel: best of three deals", "Duelo: al mejor de tres repartos"),
            },
        ),
    ] = "games"
    games: Annotated[
        int,
        Field(ge=0, le=99),
        Setting(
            Bilingual("Number of games", "Número de partidas"),
            Bilingual("In a series; 0: no limit.", "En una serie; 0: sin límite."),
            only_with=("series", ("games",)),
        ),
    ] = 0
    chat: Annotated[
        bool,
        Setting(
            Bilingual("Allow chat", "Permitir el chat"),
            Bilingual(
                "Players may write to each other. A new room allows it if a friend may join.",
                "Los jugadores pueden escribirse. Una sala nueva lo permite si puede entrar un amigo.",
            ),
            in_class=Bilingual("always off", "apagado en una mesa de clase"),
        ),
    ] = False
    hints: Annotated[
        bool,
        Setting(
            Bilingual("Hints against bots", "Pistas contra bots"),
            Bilingual(
                "A person who plays against bots only may ask for the best moves of the strongest bot.",
                "Quien juega solo contra bots puede pedir las mejores jugadas del bot más fuerte.",
            ),
            in_class=Bilingual("always off", "apagado en una mesa de clase"),
            offered=False,
        ),
    ] = False
    autoplay: Annotated[
        bool,
        Setting(
            Bilingual("Play moves that leave no choice", "Hacer solas las jugadas sin alternativa"),
            Bilingual(
                "The room makes the only legal move of a seat, as an ordinary log entry, unless its haste reveals "
                "something hidden to other people. A lesson begins without it.",
                "La sala hace la única jugada posible de un asiento, salvo que la prisa revele algo oculto. Una "
                "lección empieza sin ello.",
            ),
            in_class=Bilingual("always off", "apagado en una mesa de clase"),
            usual=True,
        ),
    ] = False
    reactions: Annotated[
        bool,
        Setting(
            Bilingual("Allow quick reactions", "Permitir reacciones rápidas"),
            Bilingual(
                "Players may send quick reactions, also without chat.",
                "Los jugadores pueden enviar reacciones rápidas, también sin chat.",
            ),
            in_class=Bilingual("whether quick reactions are allowed", "si se permiten reacciones rápidas"),
            usual=True,
        ),
    ] = False
    neutral: Annotated[
        bool,
        Setting(
            Bilingual("Neutral names for wild cards", "Nombres neutrales para los comodines"),
            Bilingual(
                "Wild cards that are named after a news story have a general name.",
                "Los comodines que se llaman como una noticia tienen un nombre general.",
            ),
            in_class=Bilingual("whether wild cards have neutral names", "si los comodines tienen nombres neutrales"),
            offered=False,
        ),
    ] = False

    @property
    def over_days(self) -> Hours | None:
        """Return when windows close; None unless the clock is "days"."""
        return Hours(self.zone, self.hours, self.weekends) if self.clock == "days" else None


_CHOICES: dict[str, Any] = {
    name: (hint | None, None)
    for name, hint in get_type_hints(RoomSettings, include_extras=True).items()
    if name in RoomSettings.__match_args__
}
_SettingsModel = create_model(
    "RoomSettingsRequest",
    __config__=ConfigDict(extra="forbid", strict=True),
    __doc__=f"{RoomSettings.__doc__}\n\n    What is left out stays, or has its default.\n",
    **_CHOICES,
)

#: some of a room's settings, by name
RoomSettingsRequest = Annotated[dict[str, Any], GetPydanticSchema(lambda _, make: _chosen(make(_SettingsModel)))]


def _chosen(schema: CoreSchema) -> CoreSchema:
    """Return a schema that yields a dictionary of the given fields; a field with null counts as not given."""
    return no_info_after_validator_function(lambda model: model.model_dump(exclude_none=True), schema)


@dataclass(frozen=True, slots=True)
class SettingInfo(Wire):
    """A setting of a room, as a form shows it.

    kind: a choice of the values that `labels` names, a number from `least` to `most`, a switch, or a time zone by name.
    usual: its value in a new room. offered: whether a lobby offers it.
    only_with: a setting and its values with which this setting has a meaning; null: always.
    """

    name: str
    kind: Kind
    label: Bilingual
    help: Bilingual
    labels: Mapping[str, Bilingual]
    least: int
    most: int
    usual: Value
    offered: bool
    only_with: tuple[str, tuple[str, ...]] | None


@cache
def _declarations() -> dict[str, Setting]:
    hints = get_type_hints(RoomSettings, include_extras=True)
    found = {each.name: hints[each.name].__metadata__ for each in fields(RoomSettings)}
    return {name: next(one for one in parts if isinstance(one, Setting)) for name, parts in found.items()}


_KINDS: dict[str, Kind] = {"boolean": "switch", "integer": "number", "string": "zone"}


@cache
def declared() -> tuple[SettingInfo, ...]:
    """Return all settings, in the order of a form: switches come last."""
    schemas = TypeAdapter(RoomSettings).json_schema()["properties"]
    found = []
    for name, one in _declarations().items():
        schema = schemas[name]
        kind = "choice" if "enum" in schema else _KINDS[schema["type"]]
        least, most = schema.get("minimum", 0), schema.get("maximum", 0)
        usual = schema["default"] if one.usual is None else one.usual
        info = SettingInfo(name, kind, one.label, one.help, one.labels, least, most, usual, one.offered, one.only_with)
        found.append(info)
    return tuple(sorted(found, key=lambda info: info.kind == "switch"))


def in_class() -> dict[str, Bilingual | None]:
    """Return what each setting means at a class's table; None if classes do not use it."""
    return {name: one.in_class for name, one in _declarations().items()}


_usual: dict[str, Any] = {one.name: one.usual for one in declared()}
USUAL = RoomSettings(**_usual)  #: the settings of a new room
