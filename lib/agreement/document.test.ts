import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, test } from "vitest";
import { sampleAgreement } from "../../e2e/support/agreement-sample";
import { formatDate } from "../../packages/dates/calendar";
import { formatMoney } from "../domain/money";
import { AGREEMENT_SECTIONS, DECLARATIONS, SAMPLE_NOTICE, SERVICE_AGREEMENT } from "../domain/wording";
import type { AgreementModel } from "./model";
import { renderAgreement } from "./render";

const sha256 = (pdf: Uint8Array) => createHash("sha256").update(pdf).digest("hex");

/** What another PDF reader makes of it: the text of each page, its white space evened out. */
async function pagesOf(model: AgreementModel): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(await renderAgreement(model)));
  return text.map((page) => page.replace(/\s+/g, " "));
}

const squeezed = (text: string) => text.replace(/\s/g, "");

describe("the same agreement is the same file", () => {
  test("twice in a process, and after another agreement", async () => {
    const first = await renderAgreement(sampleAgreement(26));
    await renderAgreement(
      sampleAgreement(3, { student: { firstName: "Ωμέγα", lastName: "Жук", email: "a@b" } }),
    );
    expect(await renderAgreement(sampleAgreement(26))).toEqual(first);
  });

  test("whatever was written before in the same script", async () => {
    const named = (firstName: string, lastName: string) =>
      renderAgreement(sampleAgreement(1, { student: { firstName, lastName, email: "a@b.example" } }));
    const first = await named("پتث লক্ষ্মী", "কি ລາ");
    await named("بيت দি", "ক্ষি ນ້ຳ تپش");
    expect(await named("پتث লক্ষ্মী", "কি ລາ")).toEqual(first);
  });

  test("in another process", async () => {
    const script = `
      import { createHash } from "node:crypto";
      import { renderAgreement } from "./lib/agreement/render.tsx";
      import { sampleAgreement } from "./e2e/support/agreement-sample.ts";
      renderAgreement(sampleAgreement(26)).then((pdf) =>
        process.stdout.write(createHash("sha256").update(pdf).digest("hex")));`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--import",
      "tsx",
      "--input-type=module",
      "--eval",
      script,
    ]);
    expect(stdout).toBe(sha256(await renderAgreement(sampleAgreement(26))));
  });
});

describe.each([1, 26, 104])("an agreement over %i instalments", async (instalments) => {
  const model = sampleAgreement(instalments);
  const pages = await pagesOf(model);

  test("prints every row of the schedule, whole and on one page", () => {
    for (const row of model.schedule) {
      const text = [
        row.number,
        formatDate(row.dueDate),
        formatDate(row.debitDate),
        formatMoney(row.amountCents),
        formatMoney(row.balanceAfterCents),
      ].join(" ");
      expect(pages.filter((page) => page.includes(text))).toHaveLength(1);
    }
  });

  test("heads the table on each page that it runs over", () => {
    const headings = pages.filter((page) => page.includes("No. Due date Debit date Amount Balance"));
    const withRows = pages.filter((page) =>
      model.schedule.some((row) => page.includes(formatDate(row.dueDate))),
    );
    expect(headings).toEqual(withRows);
  });

  test("carries reference, page number and notice on each page", () => {
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Reference ${model.reference}`);
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toContain(SAMPLE_NOTICE);
    }
  });

  test("has no page that is nearly empty", () => {
    for (const page of pages) expect(page.length).toBeGreaterThan(700);
  });

  test("holds declarations, authority and terms word for word", () => {
    const quoted = [
      ...Object.values(DECLARATIONS),
      model.authority.text,
      ...[...AGREEMENT_SECTIONS, ...SERVICE_AGREEMENT].flatMap(({ heading, paragraphs }) => [
        heading,
        ...paragraphs,
      ]),
    ];
    // A page may end within a paragraph: what stands around the text on each page is taken out first.
    const running = pages
      .map((page) =>
        page
          .replace(/^Payment Plan Agreement Harbour College/, "")
          .replace(/Reference HC-2026-004217.*$/, ""),
      )
      .join(" ");
    for (const text of quoted) expect(squeezed(running)).toContain(squeezed(text));
  });
});

test("declarations stand with their version and time, and with who sent them", async () => {
  const whole = (await pagesOf(sampleAgreement(2))).join(" ");
  for (const text of Object.values(DECLARATIONS)) {
    expect(whole).toContain(
      `${text} Accepted 24 November 2026, 11:45:05 UTC+11:00. Wording 2026-11-24. Sent by the provider’s system.`,
    );
  }
});

test("evidence tells each event in UTC and local time, with address and user agent", async () => {
  const model = sampleAgreement(2);
  const last = (await pagesOf(model)).at(-1)!;
  for (const { event, actor } of model.evidence) {
    expect(last).toContain(event);
    expect(last).toContain(actor);
  }
  expect(last).toContain("24 November 2026 00:41:25 UTC 24 November 2026 11:41:25 UTC+11:00");
  expect(squeezed(last)).toContain("2001:db8:85a3:8d3:1319:8a2e:370:7348");
  expect(last).toContain("User agent: Mozilla/5.0 (iPhone;");
  for (const id of [model.agreementId, model.checkoutId, model.opportunityId, model.ddaId]) {
    expect(last).toContain(id);
  }
  expect(squeezed(last)).toContain(model.versions[3]!.value);
});

test("of the bank account, nothing but its BSB and last three digits is printed", async () => {
  const whole = (await pagesOf(sampleAgreement(26))).join(" ");
  expect(whole).toContain("authorise these debits. Account BSB 062-000, account ending 456 Authorised 24");
});

test("only a sandbox agreement is marked as a test, and on each page", async () => {
  const marked = await pagesOf(sampleAgreement(26, { environment: "sandbox" }));
  for (const page of marked) expect(page).toContain("TEST – NOT BINDING");
  const binding = await pagesOf(sampleAgreement(26));
  for (const page of binding) expect(page).not.toContain("TEST");
});

test("long names, addresses and references are printed in full", async () => {
  const model = sampleAgreement(26, {
    reference: `ORDER/${"x".repeat(249)}`,
    student: {
      firstName: "W".repeat(100),
      lastName: "Ж".repeat(100),
      email: `${"a".repeat(64)}@${"b.".repeat(90)}example`,
    },
    course: { name: "Advanced ".repeat(22).trim() },
  });
  const pages = await pagesOf(model);
  for (const page of pages) expect(squeezed(page)).toContain(model.reference);
  const whole = squeezed(pages.join(""));
  for (const text of [model.student.firstName, model.student.lastName, model.student.email]) {
    expect(whole).toContain(text);
  }
  expect(whole).toContain(squeezed(model.course.name));
});

test("a name that no typeface here can print is given by numbers, and the document says so once", async () => {
  const pages = await pagesOf(
    sampleAgreement(1, { student: { firstName: "Ann 🙂", lastName: "ரவி", email: "a@b.example" } }),
  );
  expect(pages[0]).toContain("Ann [U+1F642]");
  const note = "Characters shown as [U+…] are outside this document’s typefaces";
  expect(pages.join(" ").split(note)).toHaveLength(2);
  const plain = await pagesOf(
    sampleAgreement(1, { student: { firstName: "三", lastName: "张", email: "a@b.example" } }),
  );
  expect(plain[0]).toContain("张三");
  expect(plain.join(" ")).not.toContain("U+");
});

test("its properties are those of the agreement, whatever characters the names have", async () => {
  const provider = { ...sampleAgreement(1).provider, name: "Smith & Sons <College>", code: "S" };
  const bytes = await renderAgreement(sampleAgreement(1, { provider }));
  const raw = Buffer.from(bytes).toString("latin1");
  expect(raw).toContain("<rdf:li>Smith &amp; Sons &lt;College&gt;</rdf:li>");
  expect(raw).toContain("<pdfaid:part>2</pdfaid:part>");
  const { info } = await (await getDocumentProxy(bytes)).getMetadata();
  expect(info).toMatchObject({
    Title: "Payment Plan Agreement HC-2026-004217",
    Author: provider.name,
    Language: "en-AU",
    CreationDate: "D:20261124004505Z",
  });
});
