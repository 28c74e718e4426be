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
CatalogOption = Annotated[
    Path | None,
    typer.Option(
        "--catalog",
        metavar="FOLDER",
        help="Folder of catalogue tables; by default the packed snapshot.",
    ),
]
