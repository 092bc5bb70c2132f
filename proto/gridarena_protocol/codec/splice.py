"""Messages put together from parts that are packed already.

A turn is told to its mover and, a moment later, to the rival; protobuf would copy it field by field into either. But a
message is no more than its fields, one behind the other, and a field that is a message itself is its tag, its length
and its bytes. So what is packed once is spliced in as it stands.
"""

from google.protobuf.descriptor import Descriptor

_LAST = 0x7F
"""A varint's byte up to this value is its last one."""
_LENGTH_DELIMITED = 2
"""Wire type of a field that is a message."""


def tag(message: Descriptor, field: str) -> bytes:
    """What stands before a field that is a message."""
    return _varint(message.fields_by_name[field].number << 3 | _LENGTH_DELIMITED)


def spliced(tag: bytes, packed: bytes) -> bytes:
    """A packed message as a field of another."""
    return tag + _varint(len(packed)) + packed


def _varint(value: int) -> bytes:
    if value <= _LAST:
        return value.to_bytes()
    return (value & _LAST | _LAST + 1).to_bytes() + _varint(value >> 7)
