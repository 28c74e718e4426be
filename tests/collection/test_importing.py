"""Files as people bring them: read to their end, every row matched or listed."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from deckbuilder.collection.holding import Holding
from deckbuilder.collection.importing import read_files
from deckbuilder.errors import BadInputError

OWN = "card_id,number,name,quantity,purchase_price\n"
COLLECTR = (
    "Portfolio Name,Category,Set,Product Name,Card Number,Rarity,Variance,Grade,Card Condition,"
    "Average Cost Paid,Quantity,Market Price (As of 2026-11-01),Price Override,Watchlist,"
    "Date Added,Notes\n"
)
MANABOX = (
    "Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,"
    "Purchase price,Misprint,Altered,Condition,Language,Purchase price currency\n"
)
SELLER = (
    "TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,"
    "TCG Market Price,Total Quantity,Add to Quantity,TCG Marketplace Price,Photo URL\n"
)
POKECOLLECTOR = "set_code,number,quantity,condition,variant,lang,purchase_price\n"
OLDER = (
    "Quantity,Name,Simple Name,Set,Card Number,Set Code,External ID,Printing,Condition,Language,"
    "Rarity,Product ID,SKU,Price,Price Each\n"
)


@pytest.mark.parametrize(
    ("text", "holding"),
    [
        (
            COLLECTR + "Main,Pokemon,Base Set,Charizard,4/102,Holo Rare,Holofoil,Ungraded,"
            'Lightly Played,"$1,280.50",2,300,0,false,2026-01-10,\n',
            Holding("base1-4", 2, "", "lightly played", "holofoil", 128050, "USD"),
        ),
        (
            COLLECTR + "Main,Pokemon,Base Set,Charizard,4/102,,Holofoil,PSA 9,Near Mint,0,1,,,,,\n",
            Holding("base1-4", 1, "", "PSA 9", "holofoil"),
        ),
        (
            SELLER
            + '"2999078","Pokemon","SM - Lost Thunder","Lugia GX","","227/214","Secret Rare",'
            '"Near Mint Holofoil","20.00","3","1","",""\n',
            Holding("sm8-227", 4, "", "near mint", "holofoil"),
        ),
        (
            SELLER + ",Pokemon Japan,Jungle,Mr. Mime,,6/64,,Near Mint,,1,,,\n",
            Holding("base2-6", 1, "ja", "near mint"),
        ),
        (
            OLDER + "1,Charizard ex - 223/197,Charizard ex,SV03: Obsidian Flames,223/197,OBF,,"
            "Holofoil,Near Mint,Japanese,Special Illustration Rare,,,1,1\n",
            Holding("sv03-223", 1, "ja", "near mint", "holofoil"),
        ),
        (
            MANABOX + "Charizard ex,OBF,Obsidian Flames,125,foil,,1,,,12.5,false,false,"
            "light_played,de,EUR\n",
            Holding("sv03-125", 1, "de", "lightly played", "holofoil", 1250, "EUR"),
        ),
        (
            f'{POKECOLLECTOR}sv03,125,2,NM,reverse,en,"12,50"\n',
            Holding("sv03-125", 2, "en", "near mint", "reverse-holofoil", 1250),
        ),
        ("dex,species,module,card_id\n6,Charizard,core,base1-4\n", Holding("base1-4", 1)),
        ("Qty;Name;Set;Number\n3;Charizard;Base Set;4\n", Holding("base1-4", 3)),
        ("4 Pikachu PAL 62 PH", Holding("sv02-062", 4, finish="reverse-holofoil")),
        ("x3 base1-4", Holding("base1-4", 3)),
    ],
)
def test_a_row_says_what_is_owned(read, text, holding):
    assert read(text).holdings == (holding,)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (OWN + "base1-4,,,0,\n", "quantity '0' is no whole"),
        (OWN + "base1-4,,,-1,\n", "quantity '-1' is no whole number from 1 to 9,999"),
        (OWN + "base1-4,,,1.5,\n", "quantity '1.5' is no whole"),
        (OWN + "base1-4,,,1000000000000000000000,\n", "is no whole number from 1 to 9,999"),
        (OWN + "base1-4,,,½,\n", "quantity '½' is no whole"),
        (OWN + "base1-4,,,NaN,\n", "quantity 'NaN' is no whole"),
        (OWN + "base1-4,,,,\n", "quantity is empty"),
        (OWN + "base1-4,,,1,dear\n", "price 'dear' is no amount"),
        (OWN + "base1-4,,,1,-5\n", "price '-5' is no amount"),
        (OWN + "base1-4,,,1,99999999999\n", "is no amount"),
        (OWN + "base1-4,,,1,2,3\n", "it has 6 cells, and the header 5"),
        (OWN + "base1-4,,Char\0izard,1,\n", "a cell holds a NUL character"),
        (OWN + "base1-4,5,Charizard,1,\n", "'base1-4' is Charizard, Base Set 4, and the row says"),
        (OWN + ",,,1,\n", "the row names no card"),
        (OWN + "=1+1,,,1,\n", "no card has the id '=1+1'"),
        (OWN + f"base1-4,,{'x' * 10_000_000},1,\n", "a cell holds more than 131,072 characters"),
        (OWN + 'base1-4,,"Charizard,1,\n', "a quotation mark is opened and never closed"),
        (OWN + 'base1-4,,"Chari"zard,1,\n', "no CSV: ',' expected after '\"'"),
        (
            COLLECTR + "Main,Lorcana,Promos,Elsa,6,Promo,,Ungraded,Near Mint,0,1,7,0,false,,\n",
            "a card of another game: Lorcana",
        ),
        (
            COLLECTR + "Main,Pokemon,151,151 Elite Trainer Box,,,,Ungraded,,0,1,7,0,false,,\n",
            "'151 Elite Trainer Box' is a sealed product",
        ),
        (
            MANABOX + "Sol Ring,CMR,Commander,472,normal,,1,1,0afa0e33,1,false,false,NM,en,EUR\n",
            "a card of another game: Magic",
        ),
        (
            MANABOX + "Sol Ring,CMR,Commander,472,normal,,1,1,,1,false,false,NM,en,EUR\n",
            "no set is called 'CMR'",
        ),
        ("0 Charizard Base Set 4/102\n", "quantity '0' is no whole"),
        ("-1 Charizard Base Set 4/102\n", "quantity '-1' is no whole"),
        ("1.5 Charizard Base Set 4/102\n", "quantity '1.5' is no whole"),
        ("Chari\0zard Base Set 4/102\n", "NUL"),
        ("x" * 10_000_000, "characters long"),
        ("card_id,owned\nbase1-4,\n", "its tick says that it is not owned"),
    ],
)
def test_a_bad_row_is_listed_with_its_line_and_the_rest_go_on(read, text, reason):
    good = "base1-5" + ",," if text.startswith(OWN) else ""
    more = f"{good},1,\n" if good and "never closed" not in reason else ""
    one = read(text + more)
    (row,) = one.unresolved
    assert reason in row.reason
    assert row.line == (1 if one.format == "list" else 2)
    assert one.matched == bool(more)
    assert len(row.text) <= 200
    assert row.text.isprintable()


def test_a_quoted_line_end_is_one_row_and_lines_are_counted_on(read):
    text = 'name,set,number,quantity\n"Chari\nzard",Base Set,4,1\nMew,Base Set,4,1\n'
    one = read(text)
    assert [row.line for row in one.unresolved] == [2, 4]


def test_rows_that_repeat_a_card_are_added_and_said(read):
    one = read(OWN + "base1-4,,,1,\nbase1-4,4,Charizard,2,\nbase1-5,,,1,\n")
    assert one.holdings == (Holding("base1-4", 3), Holding("base1-5", 1))
    assert (one.rows, one.matched, one.repeated) == (3, 3, 1)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_any_encoding_and_separator(read, encoding, separator):
    rows = [["Name", "Set", "Number", "Quantity"], ["Flabébé", "Flashfire", "62", "2"]]
    text = "\r\n".join(separator.join(row) for row in rows)
    assert read(text.encode(encoding)).holdings == (Holding("xy2-62", 2),)


def test_a_header_below_a_title_is_found(read):
    one = read("sep=;\nMy cards\n\nname;set;number\nCharizard;Base Set;4\n")
    assert one.holdings == (Holding("base1-4", 1),)
    assert one.headings == 4


def test_a_deck_list_has_headings_that_are_no_rows(read):
    one = read(
        "Pokémon: 12\n4 Pikachu PAL 62\n\nTrainer: 2\n2 Professor's Research SVI 189 PH\n"
        "# a note\nEnergy: 1\n6 Basic {W} Energy SVE 3\n\nTotal Cards: 60\n"
    )
    assert (one.headings, one.matched, one.cards) == (7, 3, 12)
    assert one.holdings[-1] == Holding("sve-003", 6)
    assert not one.unresolved


def test_a_table_without_its_header_is_listed_row_by_row(read):
    one = read("base1,4,2,NM\nbase1,5,1,NM\n")
    assert (one.format, one.matched, len(one.unresolved)) == ("list", 0, 2)


def test_an_empty_file_has_no_rows(read):
    assert read("").rows == 0


def workbook(path, *pages):
    book = Workbook(write_only=True)
    for title, rows in pages:
        page = book.create_sheet(title)
        for row in rows:
            page.append(row)
    book.save(path)
    return path


def test_a_workbook_is_read_page_by_page(tmp_path, matcher):
    cards = (
        "Cards",
        [["Mine"], ["card_id", "number", "quantity"], ["base1-4", 4, 2.0], ["x", 1, 1]],
    )
    path = workbook(tmp_path / "w", ("Notes", [["nothing"]]), cards)
    (one,) = read_files([path], matcher)
    assert one.file == f"{path} [Cards]"
    assert one.holdings == (Holding("base1-4", 2),)
    assert [row.line for row in one.unresolved] == [4]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"PK\x03\x04 but no more", "is no workbook that can be read"),
        (b"x" * (64 * 2**20 + 1), "is larger than 64 MiB"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_error(tmp_path, matcher, content, message):
    (tmp_path / "w").write_bytes(content)
    with pytest.raises(BadInputError, match=message):
        read_files([tmp_path / "w"], matcher)


def test_a_workbook_without_a_known_header_is_one_error(tmp_path, matcher):
    path = workbook(tmp_path / "w", ("Notes", [["nothing"]]))
    with pytest.raises(BadInputError, match="has no page with a header that is known"):
        read_files([path], matcher)


def test_a_missing_file_is_one_error(tmp_path, matcher):
    with pytest.raises(BadInputError, match="cannot read"):
        read_files([tmp_path / "nowhere"], matcher)


cells = st.sampled_from(
    [
        "card_id",
        "name",
        "set",
        "quantity",
        "base1-4",
        "Mew",
        "Base Set",
        "4/102",
        '"',
        "\0",
        "=1",
        "",
    ]
) | st.text(max_size=6)
tables = st.lists(st.lists(cells, max_size=5).map(",".join), max_size=8).map("\n".join)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(content=tables.map(lambda text: text.encode("utf-8", "surrogatepass")) | st.binary())
def test_whatever_a_file_holds_its_rows_add_up(read, content):
    if not content.startswith(b"PK\x03\x04"):
        read(content)
