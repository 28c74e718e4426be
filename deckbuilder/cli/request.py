"""What the options of `optimize` ask for, as a request and a policy."""

import re
from collections.abc import Sequence
from pathlib import Path

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.policy import DEFAULT_POLICY, Policy, check_policy, load_policy
from deckbuilder.catalog.pools import find_pool
from deckbuilder.catalog.rubric_file import UNIVERSAL, load_modules
from deckbuilder.domain.cards import RULE_BOXES
from deckbuilder.domain.plan import Mode
from deckbuilder.errors import BadInputError, UsageError
from deckbuilder.solve.optimize import Request

_COMMAND_LINE = "the command line"


def make_request(
    regions: Sequence[str] | None,
    catalog: Catalog,
    *,
    universal: bool,
    joint: bool,
    rubric: Path | None,
    core_size: str | None,
    split_families: bool,
    trainers: tuple[str, ...] | None,
) -> Request:
    """Decide mode, pool and modules.

    Raises:
        UsageError: Options contradict each other.
        BadInputError: A region, a file or a size cannot be used.
    """
    if universal and rubric:
        raise UsageError("--universal and --rubric both give a rubric: use one of them")
    if not regions and not universal:
        raise UsageError(
            "no pool: name regions, as in `deckbuilder optimize --regions kanto johto`"
        )
    pool = find_pool(regions or ["kanto"], catalog)
    path = UNIVERSAL if universal else rubric
    given = load_modules(path) if path else ()
    split = pool.is_one_region and not joint and not universal if not given else len(given) > 1
    if (core_size is not None or split_families) and not split:
        raise UsageError("--core-size and --split-families are for a split: name one region alone")
    if len(given) > 1 and not pool.is_one_region:
        raise BadInputError(f"'{path}' holds {len(given)} modules, and a joint deck has one rubric")
    if len(given) > 2:  # noqa: PLR2004 - core and expansion
        raise BadInputError(f"'{path}' holds {len(given)} modules, and a split has two")
    return Request(
        pool=pool,
        mode=_mode(universal=universal, given=bool(given), split=split),
        given=given,
        core_sizes=None if core_size is None else _sizes(core_size),
        families_together=not split_families,
        trainers=trainers,
    )


def _mode(*, universal: bool, given: bool, split: bool) -> Mode:
    if universal:
        return Mode.UNIVERSAL
    if given:
        return Mode.FIXED
    return Mode.SPLIT if split else Mode.JOINT


def _sizes(text: str) -> range:
    """Read `50` or `50..55`."""
    found = re.fullmatch(r"(\d{1,9})(?:\.\.(\d{1,9}))?", text)
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if least > most:
        raise BadInputError(f"core size '{text}' is neither a number nor a range such as 50..55")
    return range(least, most + 1)


def make_policy(
    path: Path | None,
    catalog: Catalog,
    *,
    prefer: str | None,
    allow_rule_box: Sequence[str],
    **rules: object,
) -> Policy:
    """Read the policy, and change what the options change.

    Raises:
        BadInputError: The file or a name is not right.
    """
    policy = load_policy(path or DEFAULT_POLICY, catalog)
    for box in allow_rule_box:
        if box not in RULE_BOXES:
            raise BadInputError(f"rule box '{box}' is none of {', '.join(RULE_BOXES)}")
    changed = policy.with_rules(rule_boxes=list(allow_rule_box), **rules)
    if prefer:
        changed = changed.model_copy(update={"prefer": prefer})
    check_policy(changed, _COMMAND_LINE, catalog)
    return changed


def joint_command(parts: Sequence[str]) -> str:
    """Word the command that solves one rubric for regions, or for modules of them."""
    one_region = " --joint" if len(parts) == 1 else ""
    return f"deckbuilder optimize --regions {' '.join(parts) or '…'}{one_region}"
