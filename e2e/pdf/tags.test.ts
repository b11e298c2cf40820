import { getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, test } from "vitest";
import { renderAgreement } from "../../lib/agreement/render";
import { SAMPLE_NOTICE } from "../../lib/domain/wording";
import { formatDate } from "../../packages/dates/calendar";
import type { Part } from "../../packages/pdf/document-parts";
import { readingOf } from "../../packages/pdf/reading";
import { sampleAgreement } from "../support/agreement-sample";

const MODEL = sampleAgreement(26, { environment: "sandbox" });
const squeezed = (text: string) => text.replace(/\s+/g, "");

type PDFDocumentProxy = Awaited<ReturnType<typeof getDocumentProxy>>;

interface Node {
  role: string;
  scope?: string;
  text: string;
  children: Node[];
}
type Raw = { role: string; children: Raw[] } | { type: string; id: string };

/** The structure as another reader finds it, page for page, with the text that each element stands for. */
async function structureOf(document: PDFDocumentProxy, number: number) {
  const page = await document.getPage(number);
  const texts = new Map<string, string>();
  let tag: string | undefined;
  let unmarked = "";
  let artifacts = "";
  for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
    if ("str" in item) {
      const text = item.str + (item.hasEOL ? "\n" : "");
      if (tag === undefined) unmarked += text;
      else if (tag === "Artifact") artifacts += text;
      else texts.set(tag, (texts.get(tag) ?? "") + text);
    } else if (item.type.startsWith("begin"))
      tag = ("tag" in item && item.tag) === "Artifact" ? "Artifact" : item.id;
    else tag = undefined;
  }
  const nodeOf = (raw: Raw): Node => {
    if (!("role" in raw)) return { role: "", text: texts.get(raw.id) ?? "", children: [] };
    const children = raw.children.map(nodeOf);
    return { role: raw.role, text: children.map(({ text }) => text).join(""), children };
  };
  const tree = (await page.getStructTree()) as Raw;
  return { root: nodeOf(tree), unmarked, artifacts };
}

const all = (node: Node): Node[] => [node, ...node.children.flatMap(all)];

describe("the file is tagged", () => {
  let pdf: Uint8Array<ArrayBuffer>;
  let document: PDFDocumentProxy;
  let pages: Awaited<ReturnType<typeof structureOf>>[];
  let raw: string;
  beforeAll(async () => {
    pdf = await renderAgreement(MODEL);
    raw = Buffer.from(pdf).toString("latin1");
    document = await getDocumentProxy(pdf.slice());
    pages = await Promise.all(
      Array.from({ length: document.numPages }, (_, index) => structureOf(document, index + 1)),
    );
  });
  const found = (...roles: string[]) =>
    pages.flatMap(({ root }) => all(root)).filter(({ role }) => roles.includes(role));

  test("says so, in which language it is, and shows its title", async () => {
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true, Suspects: false });
    expect(raw).toMatch(/\/DisplayDocTitle true/);
    expect(raw).toMatch(/\/Lang \(en-AU\)/);
    expect(raw.match(/\/Tabs \/S/g)).toHaveLength(document.numPages);
  });

  test("has its headings, by level, in the order of reading", () => {
    const texts = found("H1", "H2").map(({ role, text }) => `${role} ${text.replace(/\s+/g, " ").trim()}`);
    expect(texts).toEqual([
      "H1 Payment Plan Agreement",
      "H2 1 Parties",
      "H2 2 Key facts",
      "H2 3 Payment schedule",
      "H2 4 Missed payments and hardship",
      "H2 5 Withdrawal and refunds",
      "H2 6 Direct debit authority",
      "H2 7 Direct Debit Request Service Agreement",
      "H2 8 Privacy",
      "H2 9 Complaints",
      "H2 10 Declarations",
      "H2 11 Acceptance",
      "H2 Evidence",
    ]);
    expect(found("H3")).toHaveLength(9);
    expect(found("LI")).toHaveLength(3);
    expect(found("BlockQuote")).toHaveLength(1);
  });

  test("its tables have headers that say what they are of, read once however many pages there are", () => {
    const columns = found("TR").map(({ children }) => children.map(({ text }) => text.trim()).join("|"));
    expect(columns.filter((row) => row === "No.|Due date|Debit date|Amount|Balance")).toHaveLength(1);
    expect(columns.filter((row) => row === "Event|UTC|Local time|IP address")).toHaveLength(1);
    expect(raw.match(/\/Scope \/Column/g)).toHaveLength(9);
    // The reader names the rows of other pages too, without their text.
    const rows = columns.filter((row) => row.replaceAll("|", "") !== "").length;
    expect(raw.match(/\/Scope \/Row/g)).toHaveLength(rows - 2);
    for (const { children } of found("TR")) expect(children.length).toBeGreaterThan(1);
    expect(columns).toContain(`1|${formatDate("2026-12-05")}|${formatDate("2026-12-07")}|$57.69|$1,442.31`);
  });

  test("what stands around the text is an artifact, but what holds for all pages is read once", () => {
    for (const [index, { unmarked, artifacts }] of pages.entries()) {
      expect(unmarked.trim()).toBe("");
      expect(artifacts).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(artifacts).toContain(`Reference ${MODEL.reference}`);
    }
    for (const text of [SAMPLE_NOTICE, "TEST – NOT BINDING"])
      expect(found("P").filter((one) => one.text.includes(text))).toHaveLength(1);
  });

  test("its bytes hold the document as it is read: the same text in the same order", () => {
    const textOf = ({ text, parts = [] }: Part): string => text ?? parts.map(textOf).join(" ");
    const tagged = pages.map(({ root }) => root.text).join("");
    expect(squeezed(textOf(readingOf(pdf)))).toBe(squeezed(tagged));
  });

  test("a file that does not hold it is refused", () => {
    const other = Buffer.from(raw.replaceAll("/PieceInfo", "/PieceInf0"), "latin1");
    expect(() => readingOf(other)).toThrow("does not hold");
  });
});

test("the address that the agreement names is a link, in the file and in its structure", async () => {
  const linkAddress = "https://pay.example/p/HARBOUR/link";
  const pdf = await renderAgreement({ ...MODEL, linkAddress });
  expect(await renderAgreement({ ...MODEL, linkAddress })).toEqual(pdf);
  const document = await getDocumentProxy(pdf.slice());
  const page = await document.getPage(1);
  const links = (await page.getAnnotations()).filter(({ subtype }) => subtype === "Link");
  expect(links).toMatchObject([{ url: linkAddress, contentsObj: { str: linkAddress } }]);

  const paragraph = all((await structureOf(document, 1)).root).find(({ children }) =>
    children.some(({ role }) => role === "Link"),
  )!;
  expect(paragraph.role).toBe("P");
  expect(paragraph.children.map(({ role }) => role)).toEqual(["Span", "Link"]);
  expect(squeezed(paragraph.children[1]!.text)).toBe(linkAddress);
  // Each names the other, and the page that the link is on.
  const objects = Buffer.from(pdf).toString("latin1").split("endobj");
  const objectWith = (pattern: RegExp) => objects.find((one) => pattern.test(one))!;
  const numberOf = (object: string) => /(\d+) 0 obj/.exec(object)![1];
  const annotation = objectWith(/\/Subtype \/Link/);
  expect(annotation).toMatch(/\/StructParent \d+/);
  const element = objectWith(/\/S \/Link/);
  const first = numberOf(objectWith(/\/Type \/Page\n/));
  expect(element).toContain(`/Type /OBJR\n/Obj ${numberOf(annotation)} 0 R\n/Pg ${first} 0 R`);
});
