"""Makes the two typefaces of the agreement from Inter's static TTFs; see README.md beside this file.

usage: build-fonts.py <folder of the unpacked package @expo-google-fonts/inter>
"""

import copy
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

SOURCES = {"Inter-Regular.ttf": "400Regular/Inter_400Regular.ttf", "Inter-SemiBold.ttf": "600SemiBold/Inter_600SemiBold.ttf"}

# Latin with Vietnamese, Greek with its accents, Cyrillic; punctuation, currency, arrows and the check mark.
RANGES = [
    (0x0020, 0x007E), (0x00A0, 0x024F), (0x0250, 0x02AF), (0x02B0, 0x02FF), (0x0300, 0x036F), (0x0370, 0x03FF),
    (0x0400, 0x052F), (0x1E00, 0x1EFF), (0x1F00, 0x1FFF), (0x2010, 0x2027), (0x202F, 0x205E), (0x2070, 0x209F),
    (0x20A0, 0x20CF), (0x2116, 0x2116), (0x2120, 0x2122), (0x2126, 0x2126), (0x2190, 0x2193), (0x2212, 0x2212),
    (0x2260, 0x2265), (0x2713, 0x2713),
]


def add_glyph(font: TTFont, name: str, glyph: Glyph, metrics: tuple[int, int]) -> None:
    order = [*font.getGlyphOrder(), name]
    font["glyf"].glyphs[name] = glyph
    font["glyf"].glyphOrder = order
    font["hmtx"][name] = metrics
    font.setGlyphOrder(order)


def add_line_end(font: TTFont) -> None:
    """A glyph for U+000A without ink or width: for a character that a typeface lacks, the renderer would take another."""
    add_glyph(font, "lineend", Glyph(), (0, 0))
    for table in font["cmap"].tables:
        table.cmap[0x0A] = "lineend"


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


def build(source: Path, target: Path) -> None:
    font = TTFont(source)
    wide = font["GSUB"].table
    tabular = {}
    for record in wide.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for table in wide.LookupList.Lookup[index].SubTable:
                    tabular.update(getattr(table, "ExtSubTable", table).mapping)
    # The digits a reader aligns by eye, all of one width by default: no layout feature is left to ask for them.
    for table in font["cmap"].tables:
        for digit in range(0x30, 0x3A):
            if digit in table.cmap:
                # Some of these tables share one mapping, so a digit may have been replaced already.
                table.cmap[digit] = tabular.get(table.cmap[digit], table.cmap[digit])
    add_line_end(font)
    part_shared_glyphs(font)
    for tag in ("GSUB", "GPOS", "GDEF", "STAT"):
        del font[tag]

    options = subset.Options()
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    options.drop_tables += ["gasp"]
    options.recalc_timestamp = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[c for first, last in [(0x0A, 0x0A), *RANGES] for c in range(first, last + 1)])
    subsetter.subset(font)
    font.save(target)


if __name__ == "__main__":
    for name, source in SOURCES.items():
        build(Path(sys.argv[1]) / source, Path(__file__).parent / name)
