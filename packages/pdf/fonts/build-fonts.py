"""Makes the agreement's typefaces from static TTFs; see README.md beside this file.

usage: build-fonts.py <folder that holds the unpacked packages inter, noto-sans, noto-sans-arabic, …>
"""

import copy
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

HERE = Path(__file__).parent
INTER = {"Inter-Regular.ttf": "400Regular/Inter_400Regular.ttf", "Inter-SemiBold.ttf": "600SemiBold/Inter_600SemiBold.ttf"}

# Latin with Vietnamese, Greek with its accents, Cyrillic; punctuation, currency, arrows and the check mark.
LATIN = [
    (0x0020, 0x007E), (0x00A0, 0x024F), (0x0250, 0x02AF), (0x02B0, 0x02FF), (0x0300, 0x036F), (0x0370, 0x03FF),
    (0x0400, 0x052F), (0x1E00, 0x1EFF), (0x1F00, 0x1FFF), (0x2010, 0x2027), (0x202F, 0x205E), (0x2070, 0x209F),
    (0x20A0, 0x20CF), (0x2116, 0x2116), (0x2120, 0x2122), (0x2126, 0x2126), (0x2190, 0x2193), (0x2212, 0x2212),
    (0x2260, 0x2265), (0x2713, 0x2713),
]
LETTERS_AND_MARKS = [
    (0x0041, 0x005A), (0x0061, 0x007A), (0x00C0, 0x024F), (0x0250, 0x02AF), (0x0300, 0x036F), (0x0370, 0x03FF),
    (0x0400, 0x052F), (0x1E00, 0x1EFF), (0x1F00, 0x1FFF),
]
JOINERS = [(0x200C, 0x200D)]
# What an Indian script shares with its neighbours: its danda.
DANDA = [(0x0964, 0x0965)]

# Each script's characters, and whether its letters take shape from their neighbours.
SCRIPTS = {
    "NotoSansMarks": ("noto-sans", LETTERS_AND_MARKS, True),
    "NotoSansArabic": ("noto-sans-arabic", [(0x0600, 0x06FF), (0x0750, 0x077F), *JOINERS], True),
    "NotoSansHebrew": ("noto-sans-hebrew", [(0x0590, 0x05FF)], True),
    "NotoSansDevanagari": ("noto-sans-devanagari", [(0x0900, 0x097F), *JOINERS], True),
    "NotoSansBengali": ("noto-sans-bengali", [(0x0980, 0x09FF), *DANDA, *JOINERS], True),
    "NotoSansGurmukhi": ("noto-sans-gurmukhi", [(0x0A00, 0x0A7F), *DANDA, *JOINERS], True),
    "NotoSansGujarati": ("noto-sans-gujarati", [(0x0A80, 0x0AFF), *DANDA, *JOINERS], True),
    "NotoSansOriya": ("noto-sans-oriya", [(0x0B00, 0x0B7F), *DANDA, *JOINERS], True),
    "NotoSansTamil": ("noto-sans-tamil", [(0x0B80, 0x0BFF), *DANDA, *JOINERS], True),
    "NotoSansTelugu": ("noto-sans-telugu", [(0x0C00, 0x0C7F), *DANDA, *JOINERS], True),
    "NotoSansKannada": ("noto-sans-kannada", [(0x0C80, 0x0CFF), *DANDA, *JOINERS], True),
    "NotoSansMalayalam": ("noto-sans-malayalam", [(0x0D00, 0x0D7F), *DANDA, *JOINERS], True),
    "NotoSansSinhala": ("noto-sans-sinhala", [(0x0D80, 0x0DFF), *DANDA, *JOINERS], True),
    "NotoSansThai": ("noto-sans-thai", [(0x0E00, 0x0E7F)], True),
    "NotoSansLao": ("noto-sans-lao", [(0x0E80, 0x0EFF)], True),
    "NotoSerifTibetan": ("noto-serif-tibetan", [(0x0F00, 0x0FFF)], True),
    "NotoSansMyanmar": ("noto-sans-myanmar", [(0x1000, 0x109F), (0xA9E0, 0xA9FE), (0xAA60, 0xAA7F), *JOINERS], True),
    "NotoSansKhmer": ("noto-sans-khmer", [(0x1780, 0x17FF), *JOINERS], True),
    "NotoSansArmenian": ("noto-sans-armenian", [(0x0530, 0x058F)], False),
    "NotoSansGeorgian": ("noto-sans-georgian", [(0x10A0, 0x10FF), (0x1C90, 0x1CBF)], False),
    "NotoSansEthiopic": ("noto-sans-ethiopic", [(0x1200, 0x139F)], False),
}

# Given names often hold these, and the older standards below do not.
NAME_CHARACTERS = "玥喆堃昇煊珺旸祎赟翀翊婧嫣焱犇淼垚晧昀晞珈琤瑄璟苡芃菡霈颢翯劼骐骕骙㛃䶮𫖯煜怡睿"


def add_glyph(font: TTFont, name: str, glyph: Glyph, metrics: tuple[int, int]) -> None:
    order = [*font.getGlyphOrder(), name]
    font["glyf"].glyphs[name] = glyph
    font["glyf"].glyphOrder = order
    font["hmtx"][name] = metrics
    font.setGlyphOrder(order)


def add_empty(font: TTFont, code: int, name: str) -> None:
    """A glyph without ink or width: for a character that a typeface lacks, the renderer would take another."""
    add_glyph(font, name, Glyph(), (0, 0))
    for table in font["cmap"].tables:
        table.cmap[code] = name


def part_shared_glyphs(font: TTFont) -> None:
    """A glyph for each character: what a reader copies out of a PDF is looked up by glyph, the first user's character."""
    users: dict[str, list[int]] = {}
    for code, name in sorted(font.getBestCmap().items()):
        users.setdefault(name, []).append(code)
    for name, codes in users.items():
        for code in codes[1:]:
            own = f"{name}.u{code:04X}"
            add_glyph(font, own, copy.deepcopy(font["glyf"][name]), font["hmtx"][name])
            for table in font["cmap"].tables:
                if code in table.cmap:
                    table.cmap[code] = own


def use_tabular_figures(font: TTFont) -> None:
    """The digits a reader aligns by eye, all of one width by default: no layout feature is left to ask for them."""
    wide = font["GSUB"].table
    tabular = {}
    for record in wide.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for table in wide.LookupList.Lookup[index].SubTable:
                    tabular.update(getattr(table, "ExtSubTable", table).mapping)
    for table in font["cmap"].tables:
        for digit in range(0x30, 0x3A):
            if digit in table.cmap:
                # Some of these tables share one mapping, so a digit may have been replaced already.
                table.cmap[digit] = tabular.get(table.cmap[digit], table.cmap[digit])


def reduce(font: TTFont, codes: set[int], target: str, shaped: bool = False) -> None:
    options = subset.Options()
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    options.drop_tables += ["gasp", "STAT", "BASE", "vhea", "vmtx", "prep"]
    if not shaped:
        options.drop_tables += ["GSUB", "GPOS", "GDEF"]
    options.recalc_timestamp = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    # The source's own date, so that the same input gives the same bytes.
    font.recalcTimestamp = False
    font.save(HERE / target)


def within(ranges: list[tuple[int, int]]) -> set[int]:
    return {code for first, last in ranges for code in range(first, last + 1)}


def build_inter(source: Path, target: str) -> None:
    font = TTFont(source)
    use_tabular_figures(font)
    add_empty(font, 0x0A, "lineend")
    add_empty(font, 0x200C, "notjoined")
    part_shared_glyphs(font)
    reduce(font, {0x0A, 0x200C, *within(LATIN)}, target)


def stand_on_one_line(font: TTFont, model: TTFont) -> None:
    """Inter's height and depth, so that a line does not move for a word in another typeface."""
    share = font["head"].unitsPerEm / model["head"].unitsPerEm
    font["hhea"].ascent = round(model["hhea"].ascent * share)
    font["hhea"].descent = round(model["hhea"].descent * share)
    font["hhea"].lineGap = 0


def build_script(source: Path, target: str, codes: set[int], shaped: bool, model: TTFont) -> None:
    font = TTFont(source)
    stand_on_one_line(font, model)
    if not shaped:
        part_shared_glyphs(font)
    reduce(font, codes & set(font.getBestCmap()), target, shaped)


def two_byte_characters(encoding: str, leads: range) -> set[int]:
    found = set()
    for lead in leads:
        for trail in range(0x40, 0xFF):
            try:
                text = bytes([lead, trail]).decode(encoding)
            except UnicodeDecodeError:
                continue
            if len(text) == 1:
                found.add(ord(text))
    return found


def chinese_and_japanese() -> set[int]:
    """The everyday characters: GB 2312, the first planes of Big5 and of JIS X 0208, kana, and names' own."""
    characters = (
        two_byte_characters("gb2312", range(0xA1, 0xF8))
        | two_byte_characters("big5", range(0xA4, 0xC7))
        | two_byte_characters("shift_jis", range(0x88, 0x98))
    )
    ideographs = {code for code in characters if 0x4E00 <= code <= 0x9FFF}
    return ideographs | {ord(character) for character in NAME_CHARACTERS} | within([(0x3001, 0x3017), (0x3041, 0x30FF), (0xFF01, 0xFF5E)])


def korean() -> set[int]:
    return {code for code in two_byte_characters("euc_kr", range(0xA1, 0xFE)) if 0xAC00 <= code <= 0xD7A3}


def main(packages: Path) -> None:
    for target, source in INTER.items():
        build_inter(packages / "inter" / source, target)
    model = TTFont(HERE / "Inter-Regular.ttf")
    for name, (source, ranges, shaped) in SCRIPTS.items():
        build_script(regular(packages / source), f"{name}.ttf", within(ranges), shaped, model)
    build_script(regular(packages / "noto-sans-sc"), "NotoSansSC.ttf", chinese_and_japanese(), False, model)
    build_script(regular(packages / "noto-sans-kr"), "NotoSansKR.ttf", korean(), False, model)


def regular(package: Path) -> Path:
    (found,) = (package / "400Regular").glob("*_400Regular.ttf")
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]))
