"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON, for programs.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")]
VerboseOption = Annotated[bool, typer.Option("--verbose", "-v", help="Say more of what is done.")]
PolicyOption = Annotated[
    Path | None,
    typer.Option("--policy", metavar="FILE", help="Policy file; see docs/policy.md."),
]
CollectionOption = Annotated[
    Path | None,
    typer.Option(
        "--collection", metavar="FILE", help="Collection file; by default in your data folder."
    ),
]
DeckArgument = Annotated[Path, typer.Argument(help="A folder that optimize has written.")]
ModuleOption = Annotated[
    list[str] | None,
    typer.Option(metavar="MODULE…", help="Only these modules of the deck: core, expansion."),
]
HouseOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME…", help="House families in force: legendary-birds, eevee-line."),
]
HouseFileOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="House families of your own, in YAML; all are in force."),
]
PartyCallOption = Annotated[
    bool, typer.Option("--party-call", help="The last card must be announced.")
]
RaceOption = Annotated[
    bool, typer.Option("--race", help="Who calls first interrupts, not who sits nearest.")
]
ForcePlayersOption = Annotated[
    bool, typer.Option("--force-players", help="Play with fewer or more than the deck is for.")
]
OutFilesOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--out",
        metavar="FILE…",
        help="Files to write, one a format; without --format their endings say which: list.pdf, "
        "list-proxies.pdf, list-massentry.txt.",
    ),
]
IntoOption = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Where files named after the deck go."),
]
CatalogOption = Annotated[
    str,
    typer.Option(
        "--catalog",
        metavar="latest|snapshot|FOLDER",
        help="Which catalogue: the fetched one, the packed one, or a folder of tables.",
    ),
]
