"""`deckbuilder verify`."""

from pathlib import Path
from typing import Annotated

import typer

from deckbuilder.cli.options import (
    CatalogOption,
    JsonOption,
    PolicyOption,
    QuietOption,
    VerboseOption,
)
from deckbuilder.errors import CheckFailedError


def verify(
    folder: Annotated[Path, typer.Argument(help="A folder that optimize has written.")],
    policy: PolicyOption = None,
    catalog: CatalogOption = "latest",
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Check a deck from its files, without any of the code that made it.

    Every card must be real, eligible and where it belongs, and every total as it is stated. The
    policy is the one in the deck's folder, unless another is given. A deck that fails names
    every witness and exits with 1.

    Example: deckbuilder verify kanto+johto
    """
    from deckbuilder.catalog.home import open_catalog
    from deckbuilder.catalog.policy import DEFAULT_POLICY, load_policy
    from deckbuilder.cli.screen import Screen
    from deckbuilder.verify.certificate import certify
    from deckbuilder.verify.record import POLICY, read_record

    screen = Screen(as_json=as_json, quiet=quiet, verbose=verbose)
    record = read_record(folder)
    cards = open_catalog(catalog)
    rules = load_policy(policy or folder / POLICY, cards)
    certificate = certify(record, cards, rules)
    screen.show(f"{folder}: {certificate.cards} cards")
    for check in certificate.checks:
        mark = "[red]✗[/]" if check.violations else "[green]✓[/]"
        screen.show(f" {mark} {check.name}")
    if rules != load_policy(DEFAULT_POLICY, cards):
        screen.show("   (under a policy that differs from the default)")
    screen.data(
        {
            "passed": certificate.passed,
            "cards": certificate.cards,
            "checks": [
                {"name": one.name, "passed": not one.violations, "violations": one.violations}
                for one in certificate.checks
            ],
        }
    )
    if not certificate.passed:
        witnesses = "\n  ".join(certificate.violations)
        count = len(certificate.violations)
        raise CheckFailedError(
            f"'{folder}' fails its certificate, witnesses: {count}\n  {witnesses}"
        )
