"""The language of transcripts: one line a message, written and compared field by field.

    seat0 > proposal turn=1 attempt=1 number=1 move="(0,3) -> 4" final=true
    seat0 < closed record={turn=1 attempt=1 seat=0 move="(0,3) -> 4" verdict=accepted points=1 ...}

Field names are those of the .proto files; a message is known by its place in the stream's ``oneof``. Fields that hold
their default are left out, enum values go by their short names (``VERDICT_ACCEPTED`` is ``accepted``). On what is
received, ``*`` stands for any value or none, ``$name`` for a value that is remembered and must be the same everywhere,
``...`` for fields that are not shown; instants and durations (:data:`MEASURED`) may always be left out.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

MEASURED = frozenset({"opened_at", "started_at", "ended_at", "arrival_us", "used_us", "stall_us", "rtt_us", "sent_us"})
REST = "..."
_TOKEN = re.compile(r'\s*(\{|\}|\[|\]|"(?:[^"\\]|\\.)*"|=|[^\s{}\[\]="]+)')

Fields = dict[str, Any]
Variables = dict[str, Any]


@dataclass(frozen=True)
class Quoted:
    """A text in quotes: always a text, whatever it looks like."""

    text: str


def parse_fields(text: str) -> Fields:
    """``a=1 b={c="x"}`` as nested dictionaries; values stay words until a field's type is known."""
    tokens = iter([*_tokens(text), "}"])
    return _fields(tokens)


def _tokens(text: str) -> Iterator[str]:
    place = 0
    text = text.rstrip()
    while place < len(text):
        found = _TOKEN.match(text, place)
        assert found is not None, f"cannot read {text[place:]!r}"
        yield found.group(1)
        place = found.end()


def _fields(tokens: Iterator[str]) -> Fields:
    fields: Fields = {}
    while (name := next(tokens)) != "}":
        if name == REST:
            fields[REST] = None
            continue
        assert next(tokens) == "=", f"expected '=' after {name!r}"
        fields[name] = _value(next(tokens), tokens)
    return fields


def _value(token: str, tokens: Iterator[str]) -> Any:
    if token == "{":
        return _fields(tokens)
    if token == "[":
        items = []
        while (item := next(tokens)) != "]":
            items.append(_value(item, tokens))
        return items
    return Quoted(json.loads(token)) if token.startswith('"') else token


# --- sending ----------------------------------------------------------------------------------------------------------


def fill(message: Message, fields: Fields, variables: Variables) -> None:
    """Sets a message's fields from what a line says."""
    for name, value in fields.items():
        field = message.DESCRIPTOR.fields_by_name[name]
        if field.message_type is not None and not field.is_repeated:
            child = getattr(message, name)
            child.SetInParent()
            fill(child, value, variables)
        elif field.is_repeated:
            getattr(message, name).extend(_scalar(field, item, variables) for item in value)
        else:
            setattr(message, name, _scalar(field, value, variables))


def _scalar(field: FieldDescriptor, value: Any, variables: Variables) -> Any:
    if isinstance(value, Quoted):
        return value.text
    if value.startswith("$"):
        return variables[value]
    if field.enum_type is not None:
        return next(number for number, name in _short_names(field.enum_type).items() if name == value)
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return value == "true"
    if field.cpp_type in (FieldDescriptor.CPPTYPE_DOUBLE, FieldDescriptor.CPPTYPE_FLOAT):
        return float(value)
    return value if field.cpp_type == FieldDescriptor.CPPTYPE_STRING else int(value)


# --- receiving --------------------------------------------------------------------------------------------------------


def seen(message: Message) -> Fields:
    """The fields of a message that are set, as the language writes them."""
    fields: Fields = {}
    for field, value in message.ListFields():
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            fields[field.name] = {key: Quoted(text) for key, text in sorted(value.items())}
        elif field.is_repeated:
            fields[field.name] = [_shown(field, item) for item in value]
        else:
            fields[field.name] = _shown(field, value)
    return fields


def _shown(field: FieldDescriptor, value: Any) -> Any:
    if field.message_type is not None:
        return seen(value)
    if field.enum_type is not None:
        return _short_names(field.enum_type)[value]
    if isinstance(value, str):
        return Quoted(value)
    return str(value).lower()


def _short_names(enum: EnumDescriptor) -> dict[int, str]:
    prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", enum.name).upper() + "_"
    return {value.number: value.name.removeprefix(prefix).lower() for value in enum.values}


def fits(expected: Any, actual: Any, variables: Variables) -> bool:
    """Whether what came is what the line says; remembers what it names."""
    if expected == "*":
        return True
    if isinstance(expected, str) and expected.startswith("$"):
        return actual is not None and variables.setdefault(expected, _plain(actual)) == _plain(actual)
    if isinstance(expected, dict) and isinstance(actual, dict):
        extra = set(actual) - set(expected) - MEASURED
        return (REST in expected or not extra) and all(
            fits(value, actual.get(name), variables) for name, value in expected.items() if name != REST
        )
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(lambda a, b: fits(a, b, variables), expected, actual))
    return isinstance(actual, str | Quoted) and _plain(expected) == _plain(actual)


def _plain(value: Any) -> Any:
    return value.text if isinstance(value, Quoted) else value


def write(fields: Fields) -> str:
    """Fields as a line shows them, without what is merely measured."""
    return " ".join(f"{name}={_written(value)}" for name, value in fields.items() if name not in MEASURED)


def _written(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + write(value) + "}"
    if isinstance(value, list):
        return "[" + " ".join(_written(item) for item in value) + "]"
    if isinstance(value, Quoted):
        return (
            value.text if re.fullmatch(r"[A-Za-z][\w./-]*", value.text) else json.dumps(value.text, ensure_ascii=False)
        )
    return str(value)
