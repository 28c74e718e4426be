import pytest

from deckbuilder.catalog.pools import find_pool
from deckbuilder.errors import BadInputError


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (["Johto", "KANTO"], "kanto+johto"),
        (["hoenn,kanto", "johto"], "kanto+johto+hoenn"),
        (["johto:core", "kanto:expansion"], "kanto:expansion+johto:core"),
        (["kanto:expansion", "kanto:core"], "kanto:core+kanto:expansion"),
        (["johto", "kanto:core"], "kanto:core+johto"),
    ],
)
def test_a_pool_is_named_in_the_order_of_the_generations(catalog, typed, name):
    assert find_pool(typed, catalog).name == name


def test_a_pool_of_regions_holds_their_natives(catalog):
    pool = find_pool(["johto", "kanto"], catalog)
    assert [one.dex for one in pool.species] == list(range(1, 252))


def test_the_two_modules_of_a_region_make_the_region(catalog):
    core, expansion = (
        find_pool([f"kanto:{one}"], catalog).species for one in ("core", "expansion")
    )
    assert {one.dex for one in core} | {one.dex for one in expansion} == set(range(1, 152))
    assert not {one.dex for one in core} & {one.dex for one in expansion}
    assert 70 <= len(core) <= 74


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["knato"], r"no region is called 'knato'; did you mean kanto\?"),
        (["kanto", "Kanto"], "region 'kanto' is named twice"),
        (["kanto", "kanto:core"], "region 'kanto:core' is named twice"),
        (["kanto:core", "kanto"], "region 'kanto' is named twice"),
        (["kanto:core", "kanto:core"], "region 'kanto:core' is named twice"),
        (["kanto:cor"], r"'kanto:cor': kanto has no module 'cor'; did you mean core\?"),
        (["kanto:"], "kanto has no module ''"),
        ([""], "a region's name is empty"),
        (["kanto,"], "a region's name is empty"),
    ],
)
def test_a_bad_region_is_quoted(catalog, typed, message):
    with pytest.raises(BadInputError, match=message):
        find_pool(typed, catalog)
