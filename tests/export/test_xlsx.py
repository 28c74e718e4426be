import io

import pytest
from openpyxl import load_workbook

from deckbuilder.deckfolder.record import read_record
from deckbuilder.export.checklist import checklist_of
from deckbuilder.export.formats import Order
from deckbuilder.export.xlsx import checklist_xlsx


def opened(listed):
    return load_workbook(io.BytesIO(checklist_xlsx(listed)))


def table(sheet):
    header, *rows = sheet.iter_rows()
    names = [cell.value for cell in header]
    return [dict(zip(names, row, strict=True)) for row in rows]


def test_every_card_is_a_row_in_the_lists_order(joint):
    rows = table(opened(joint)["Cards"])
    assert [row["Card id"].value for row in rows] == [pick.row.card_id for pick in joint.picks]
    assert [row["HP"].value for row in rows] == [pick.row.hp for pick in joint.picks]


def test_numbers_are_numbers_and_letters_stay(small):
    rows = {row["Card id"].value: row for row in table(opened(small())["Cards"])}
    number = rows["sv06-086"]["Number"]
    assert (number.value, number.data_type, number.number_format) == (86, "n", "000")
    assert (rows["base1-4"]["Number"].value, rows["base1-4"]["Number"].number_format) == (4, "0")
    number = rows["swsh9tg-TG05"]["Number"]
    assert (number.value, number.data_type) == ("TG05", "s")
    assert rows["xy12-107"]["HP"].value is None


def test_the_sheet_is_to_be_ticked_filtered_and_scrolled(small):
    sheet = opened(small(owned=["base1-4"]))["Cards"]
    assert sheet.freeze_panes == "A2"
    assert sheet.auto_filter.ref == f"A1:Q{len(small().picks) + 1}"
    assert [cell.value for cell in sheet["A"]][:3] == ["Owned", "x", None]
    (rule,) = sheet.data_validations.dataValidation
    assert (rule.type, rule.formula1, str(rule.sqref)) == ("list", '"x"', "A2:A16")


def test_every_name_links_to_a_page(small):
    listed = small()
    links = [row["Name"].hyperlink.target for row in table(opened(listed)["Cards"])]
    assert links == [pick.url for pick in listed.picks]


@pytest.mark.parametrize("text", ["=HYPERLINK(1)", "+1", "-1", "@x", "https://x.invalid", "'x"])
def test_text_is_never_a_formula_or_a_link(small, row_of, text):
    listed = small([row_of("base1-36", name=text, illustrator=text)])
    (row,) = table(opened(listed)["Cards"])
    assert [row[name].value for name in ("Name", "Illustrator")] == [text, text]
    assert [row[name].data_type for name in ("Name", "Illustrator")] == ["s", "s"]
    assert row["Illustrator"].hyperlink is None


def test_the_grids_are_on_a_sheet_of_their_own(split_folder, catalog):
    listed = checklist_of(read_record(split_folder), catalog)
    sheet = opened(listed)["Grids"]
    values = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert values[0][:3] == ["Owned", '=COUNTIF(Cards!A2:A82,"x")', "of 81"]
    for top, grid in zip((2, 13), listed.grids, strict=True):
        assert values[top] == [grid.name, *grid.rubric.hp, "all"]
        assert [row[0] for row in values[top + 1 : top + 8]] == [*grid.rubric.types]
        assert [row[8] for row in values[top + 1 : top + 8]] == [*grid.lanes.types]
        assert values[top + 8] == ["all", *grid.lanes.hp, grid.lanes.cards]


def test_the_same_list_gives_the_same_bytes(joint, small):
    assert checklist_xlsx(joint) == checklist_xlsx(joint)
    assert checklist_xlsx(small()) != checklist_xlsx(small(order=Order.NAME))
