"""What the options of `optimize` ask for, as a request and a policy."""

import re
from collections.abc import Sequence
from pathlib import Path

from deckbuilder.catalog.catalog import Catalog
from deckbuilder.catalog.policy import DEFAULT_POLICY, Policy, check_policy, load_policy
from deckbuilder.catalog.pools import Pool, find_pool
from deckbuilder.catalog.rubric_file import UNIVERSAL, load_modules
from deckbuilder.collection.store import default_path, load_collection
from deckbuilder.deckfolder.record import Record
from deckbuilder.domain.cards import RULE_BOXES, TRAINER
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


def request_of(record: Record, catalog: Catalog, *, keep_rubrics: bool) -> Request:
    """Ask for a deck again, as its own files say that it was asked for.

    Args:
        record: The deck.
        catalog: The species that there are.
        keep_rubrics: Whether its rubrics are given, or found again.
    """
    result = record.result
    sizes = result.core_sizes
    given = keep_rubrics or result.mode in {Mode.UNIVERSAL, Mode.FIXED}
    return Request(
        find_pool(result.regions, catalog),
        result.mode,
        record.modules if given else (),
        core_sizes=range(sizes.least, sizes.most + 1) if sizes else None,
        families_together=result.families_together,
        trainers=result.trainers_asked,
    )


def make_policy(
    path: Path | None,
    catalog: Catalog,
    *,
    prefer: str | None,
    budget: str | None,
    currency: str | None,
    owned: Sequence[str] | None,
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
    told: dict[str, object] = {"prefer": prefer, "currency": currency, "owned": owned}
    if budget is not None:
        told["budget"], stated = _amount(budget)
        if stated and currency and stated != currency:
            raise UsageError(f"--budget {budget} and --currency {currency} contradict each other")
        told["currency"] = stated or currency
    changed = changed.model_copy(
        update={key: value for key, value in told.items() if value is not None}
    )
    check_policy(changed, _COMMAND_LINE, catalog)
    return changed


def _amount(text: str) -> tuple[int, str | None]:
    """Read `50USD`, `50 EUR`, `$49.90` or `50` as cents and a currency, where one is stated."""
    plain = text.replace("$", "USD").replace("€", "EUR").replace(" ", "").upper()
    pattern = r"(USD|EUR)?(\d{1,7})(?:[.,](\d{1,2}))?(USD|EUR)?"
    found = re.fullmatch(pattern, plain)
    if not found or (found[1] and found[4]) or not (cents := _cents(found[2], found[3])):
        raise BadInputError(f"--budget '{text}' is no amount such as 50USD or 49.90EUR")
    return cents, found[1] or found[4]


def _cents(whole: str, fraction: str | None) -> int:
    return 100 * int(whole) + int((fraction or "").ljust(2, "0"))


def owned_cards(path: Path | None, pool: Pool, catalog: Catalog) -> tuple[str, ...]:
    """Give the ids of the owned cards that a deck of a pool could use, in catalogue order.

    Raises:
        BadInputError: There is no such collection, or it is empty.
    """
    owned = load_collection(path or default_path()).owned_ids
    if not owned:
        raise BadInputError("the collection is empty: fill it with `deckbuilder collection import`")
    dexes = {one.dex for one in pool.species}
    return tuple(
        one.card_id
        for one in catalog.printings.values()
        if one.card_id in owned and (one.category == TRAINER or dexes.intersection(one.dex))
    )


def joint_command(parts: Sequence[str]) -> str:
    """Word the command that solves one rubric for regions, or for modules of them."""
    one_region = " --joint" if len(parts) == 1 else ""
    return f"deckbuilder optimize --regions {' '.join(parts) or '…'}{one_region}"
