import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderAgreement } from "../../lib/agreement/render";
import { sampleAgreement } from "../support/agreement-sample";

const MODEL = sampleAgreement(26, {
  environment: "sandbox",
  student: { firstName: "Linh 张", lastName: "Ẹ̀kọ́ محمد สมชาย", email: "linh@example.com" },
});

const run = promisify(execFile);
let folder: string;
let file: string;
let pdf: Uint8Array<ArrayBuffer>;
/** The file as text: its objects lie open, only the contents of its streams are packed. */
let raw: string;

beforeAll(async () => {
  pdf = await renderAgreement(MODEL);
  raw = Buffer.from(pdf).toString("latin1");
  folder = await mkdtemp(join(tmpdir(), "agreement-"));
  file = join(folder, "agreement.pdf");
  await writeFile(file, pdf);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a tool prints; undefined where the machine does not have it. Throws where it finds a fault. */
async function tool(name: string, ...args: string[]): Promise<string | undefined> {
  try {
    return (await run(name, args)).stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

describe("the file is made to be archived (PDF/A-2b)", () => {
  test("says so in its metadata, which name it as its own table does", async () => {
    expect(raw).toContain("<pdfaid:part>2</pdfaid:part>");
    expect(raw).toContain("<pdfaid:conformance>B</pdfaid:conformance>");
    const { info, metadata } = await (await getDocumentProxy(pdf.slice())).getMetadata();
    expect(info).toMatchObject({
      Title: "Payment Plan Agreement HC-2026-004217",
      Author: "Harbour College",
      Subject: "Interest-free payment plan for Diploma of Community Services (Case Management)",
      Language: "en-AU",
      IsAcroFormPresent: false,
      EncryptFilterName: null,
    });
    expect(metadata.get("dc:title")).toContain("HC-2026-004217");
    expect(raw).toContain("<xmp:CreateDate>2026-11-24T00:45:05Z</xmp:CreateDate>");
  });

  test("starts as a PDF whose bytes no transfer may take for text, and has an identity", () => {
    expect(raw.startsWith("%PDF-1.7\n%")).toBe(true);
    expect([...pdf.slice(10, 14)].every((byte) => byte >= 128)).toBe(true);
    expect(raw).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/i);
  });

  test("brings the colour space in which it is to be seen", () => {
    expect(raw).toContain("/S /GTS_PDFA1");
    expect(raw).toMatch(/\/DestOutputProfile \d+ 0 R/);
  });

  test("embeds every typeface, each with the text that its glyphs stand for", () => {
    const count = (pattern: RegExp) => raw.match(pattern)?.length ?? 0;
    const fonts = count(/\/Subtype \/Type0/g);
    expect(fonts).toBeGreaterThan(4);
    expect(count(/\/FontFile2 \d/g)).toBe(fonts);
    expect(count(/\/ToUnicode \d/g)).toBe(fonts);
  });

  test("holds nothing that acts, that is hidden, that shines through or that lies elsewhere", async () => {
    for (const name of "Encrypt JavaScript JS OpenAction AA Launch URI EmbeddedFile SMask".split(" ")) {
      expect(raw, name).not.toMatch(new RegExp(`/${name}\\b`));
    }
    for (const [, opacity] of raw.matchAll(/\/ca ([\d.]+)/gi)) expect(Number(opacity)).toBe(1);
    const document = await getDocumentProxy(pdf.slice());
    expect(await document.getAttachments()).toBeNull();
    expect(await document.getJSActions()).toBeNull();
  });
});

describe("other tools agree", () => {
  test("qpdf finds the file sound", async ({ skip }) => {
    const said = await tool("qpdf", "--check", file);
    if (said === undefined) return skip("qpdf is not on this machine");
    expect(said).toContain("No syntax or stream encoding errors");
    expect(said).toContain("not encrypted");
  });
});
