"""One tree of errors and one table of exit codes.

Every error is one line that quotes the input that caused it and says what to do. The command
line prints it and exits with the code of its class; nothing else in the product knows of exit
codes.
"""

from enum import IntEnum


class ExitCode(IntEnum):
    """What a command tells the shell."""

    DONE = 0
    CHECK_FAILED = 1
    USAGE = 2
    BAD_INPUT = 3
    INFEASIBLE = 4
    NETWORK = 5


class DeckbuilderError(Exception):
    """The root: something that the user can mend, told in one line."""

    exit_code: ExitCode = ExitCode.BAD_INPUT


class CheckFailedError(DeckbuilderError):
    """A deck was checked and is not what it claims to be."""

    exit_code = ExitCode.CHECK_FAILED


class UsageError(DeckbuilderError):
    """The command's options contradict each other."""

    exit_code = ExitCode.USAGE


class BadInputError(DeckbuilderError):
    """A name, a file or a folder cannot be used as it was given."""

    exit_code = ExitCode.BAD_INPUT


class InfeasibleError(DeckbuilderError):
    """The request is well-formed, and no deck answers it."""

    exit_code = ExitCode.INFEASIBLE


class NetworkError(DeckbuilderError):
    """A service or a cluster did not answer, in whole or in part."""

    exit_code = ExitCode.NETWORK
