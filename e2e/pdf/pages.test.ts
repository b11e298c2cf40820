import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import type { AgreementModel } from "../../lib/agreement/model";
import { renderAgreement } from "../../lib/agreement/render";
import { SERVICE_AGREEMENT } from "../../lib/domain/wording";
import { GRID } from "../../packages/pdf/theme";
import { sampleAgreement } from "../support/agreement-sample";

/** A piece of text on a page; lengths in points, y upwards from the foot of the page to the base line. */
interface Piece {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
}

const A4 = { width: 595.28, height: 841.89 };

const read = new Map<string, Promise<Piece[][]>>();

/** An agreement is drawn and read once, however many tests look at it. */
function piecesOf(model: AgreementModel): Promise<Piece[][]> {
  const key = JSON.stringify(model);
  const pieces = read.get(key) ?? readPieces(model);
  read.set(key, pieces);
  return pieces;
}

async function readPieces(model: AgreementModel): Promise<Piece[][]> {
  const document = await getDocumentProxy(await renderAgreement(model));
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const { items } = await (await document.getPage(index + 1)).getTextContent();
    return items
      .filter((item) => "str" in item && item.str.trim() !== "")
      .map((item) => item as { str: string; width: number; transform: number[] })
      .map(({ str, width, transform }) => ({
        text: str,
        x: transform[4]!,
        y: transform[5]!,
        width,
        size: transform[3]!,
      }));
  });
  return Promise.all(pages);
}

const outside = ({ x, y, width, size }: Piece) =>
  x < GRID.margin - 0.5 || x + width > A4.width - GRID.margin + 0.5 || y < 20 || y + size > A4.height - 5;

/** By more than the hair that two neighbours of one line share. */
function overlap(one: Piece, other: Piece): boolean {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const top = (piece: Piece) => piece.y + 0.72 * piece.size;
  const foot = (piece: Piece) => piece.y - 0.1 * piece.size;
  const along = Math.min(top(one), top(other)) - Math.max(foot(one), foot(other));
  return across > 1 && along > 1;
}

const WIDE = "W".repeat(100);
const provider = sampleAgreement(1).provider;
const CASES: [string, number, Partial<AgreementModel>][] = [
  ["one payment", 1, {}],
  ["26 payments, in the sandbox", 26, { environment: "sandbox" }],
  ["104 payments", 104, {}],
  [
    "the longest names, addresses and references without a space",
    26,
    {
      student: {
        firstName: WIDE,
        lastName: WIDE,
        email: `${"W".repeat(64)}@${"W".repeat(180)}.example`,
      },
      course: { name: WIDE + WIDE },
      reference: "W".repeat(255),
      provider: {
        ...provider,
        name: WIDE,
        legalName: "Ж".repeat(100),
        email: `${"W".repeat(64)}@${"W".repeat(180)}.example`,
      },
    },
  ],
  [
    "names that are given by their numbers",
    2,
    {
      student: { firstName: "🙂".repeat(50), lastName: "𓀀".repeat(50), email: "a@b.example" },
      provider: { ...provider, name: "🙂".repeat(50) },
    },
  ],
  [
    "Chinese names of 100 characters",
    2,
    {
      student: { firstName: "张".repeat(100), lastName: "三".repeat(100), email: "a@b.example" },
      course: { name: "学".repeat(200) },
      provider: { ...provider, name: "大学".repeat(50) },
    },
  ],
  [
    "long Hindi names",
    2,
    { student: { firstName: "श्रीवास्तव".repeat(10), lastName: "राजेन्द्र प्रसाद", email: "a@b.example" } },
  ],
  [
    "the greatest amounts",
    26,
    {
      money: {
        feeCents: 10_000_000,
        depositCents: 0,
        financedCents: 10_000_000,
        totalPayableCents: 10_000_000,
      },
    },
  ],
];

test.each(CASES)(
  "%s: nothing leaves the margins and nothing lies on anything else",
  async (_, instalments, change) => {
    for (const pieces of await piecesOf(sampleAgreement(instalments, change))) {
      expect(pieces.filter(outside)).toEqual([]);
      const meeting = pieces.flatMap((one, index) =>
        pieces.slice(index + 1).flatMap((other) => (overlap(one, other) ? [[one, other]] : [])),
      );
      expect(meeting).toEqual([]);
    }
  },
);

const HEADINGS = new Set(SERVICE_AGREEMENT.map(({ heading }) => heading));

test("no page ends with a heading", async () => {
  for (const instalments of [1, 2, 5, 12, 26, 27, 30, 52, 104]) {
    for (const pieces of await piecesOf(sampleAgreement(instalments))) {
      const body = pieces.filter(({ size, y }) => size > 7.2 && y > 60);
      const lowest = Math.min(...body.map(({ y }) => y));
      const last = body.filter(({ y }) => y === lowest).map(({ text }) => text);
      expect(last.filter((text) => HEADINGS.has(text))).toEqual([]);
      // A section's heading stands in the aside, beside the section's first line.
      for (const heading of body.filter(({ size }) => size > 10 && size < 11)) {
        expect(body.some(({ size, y }) => size < 10 && Math.abs(y - heading.y) < 14)).toBe(true);
      }
    }
  }
});
