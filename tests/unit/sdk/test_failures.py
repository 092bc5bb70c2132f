"""What gRPC reports, as one line."""

import grpc
import grpc.aio
import pytest

from gridarena._failures import explain, interrupted
from gridarena.errors import NOT_OURS, TLS_MISMATCH, UNREACHABLE
from gridarena.server import Server


def failure(status: grpc.StatusCode, text: str, **trailing: str) -> grpc.aio.AioRpcError:
    metadata = grpc.aio.Metadata(*((name.replace("_", "-"), value) for name, value in trailing.items()))
    return grpc.aio.AioRpcError(status, grpc.aio.Metadata(), metadata, text)


REFUSED = (
    "failed to connect to all addresses; last error: UNKNOWN: ipv4:127.0.0.1:1: Failed to connect to remote host: "
)


@pytest.mark.parametrize(
    ("status", "text", "code", "exit_code", "line"),
    [
        ("UNAVAILABLE", REFUSED + "connect: Connection refused (111)", UNREACHABLE, 3, "is it running"),
        ("UNAVAILABLE", REFUSED + "No route to host", UNREACHABLE, 3, "macOS"),
        ("UNAVAILABLE", REFUSED + "Timeout occurred: FD Shutdown", UNREACHABLE, 3, "firewall"),
        ("UNAVAILABLE", "DNS resolution failed for x:1", UNREACHABLE, 3, "no machine is called 'host'"),
        (
            "UNAVAILABLE",
            "errors resolving x:1: [address lookup failed for x:1]",
            UNREACHABLE,
            3,
            "no machine is called",
        ),
        ("UNAVAILABLE", "Ssl handshake failed: WRONG_VERSION_NUMBER", TLS_MISMATCH, 3, "join file"),
        ("UNAVAILABLE", "Socket closed", UNREACHABLE, 3, "if the server uses TLS"),
        ("DEADLINE_EXCEEDED", "", UNREACHABLE, 3, "did not answer in time"),
        ("UNIMPLEMENTED", "", NOT_OURS, 3, "not a gridarena server"),
        ("UNAUTHENTICATED", "", "bad_token", 4, "token"),
    ],
)
def test_transport_failure_gets_one_line(status: str, text: str, code: str, exit_code: int, line: str) -> None:
    """What happened, and what to do about it."""
    error = explain(failure(grpc.StatusCode[status], text), Server("host:1"))
    assert (error.code, error.exit_code) == (code, exit_code)
    assert line in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize("text", ["Socket closed", "recvmsg: Connection timed out", "Ssl: connection reset"])
def test_connection_that_has_worked_was_interrupted(text: str) -> None:
    """What can be wrong before the first word of a server is not what is wrong here."""
    error = explain(failure(grpc.StatusCode.UNAVAILABLE, text), Server("host:1"))
    assert interrupted(error, Server("host:1")) == "the connection to host:1 was interrupted"


def test_servers_own_word_is_kept_in_a_connection_that_has_worked() -> None:
    """It says more than that there is none any more."""
    error = explain(failure(grpc.StatusCode.ABORTED, "too loud", gridarena_code="loud"), Server("host:1"))
    assert interrupted(error, Server("host:1")) == "host:1: too loud"


def test_servers_own_code_counts_first() -> None:
    """With the text the server wrote."""
    error = explain(
        failure(grpc.StatusCode.FAILED_PRECONDITION, "this SDK is too old", gridarena_code="old_sdk"), Server("host:1")
    )
    assert (error.code, error.exit_code) == ("old_sdk", 5)
    assert str(error) == "host:1: this SDK is too old"


def test_unknown_code_of_a_newer_server_is_kept() -> None:
    """It is a refusal like others."""
    error = explain(failure(grpc.StatusCode.ABORTED, "too loud", gridarena_code="loud"), Server("host:1"))
    assert (error.code, error.exit_code) == ("loud", 11)
