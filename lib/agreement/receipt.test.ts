import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { sampleAgreement } from "../../e2e/support/agreement-sample";
import type { Part } from "../../packages/pdf/document-parts";
import { readingOf } from "../../packages/pdf/reading";
import type { ReceiptModel } from "./model";
import { renderReceipt } from "./render";

const { reference, environment, timeZone, provider, course } = sampleAgreement(1);
const MODEL: ReceiptModel = {
  kind: "receipt",
  ...{ reference, environment, timeZone, provider, course },
  student: { firstName: "小龙", lastName: "张", email: "xiaolong@example.com" },
  receiptNumber: "R-20261124-0001",
  amountCents: 200_000,
  paidAt: "2026-11-24T00:45:05Z",
  card: "Visa ending 4242",
  refunded: null,
};

async function textOf(model: ReceiptModel): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(await renderReceipt(model)), {
    mergePages: true,
  });
  return text.replace(/\s+/g, " ");
}

test("a receipt says who paid what to whom, when and how", async () => {
  const text = await textOf(MODEL);
  for (const said of [
    "Receipt $2,000.00 paid to Harbour College on 24 November 2026, for Diploma",
    "Paid $2,000.00",
    "Date 24 November 2026, 11:45:05 UTC+11:00",
    "Card Visa ending 4242",
    "Receipt number R-20261124-0001",
    "Reference HC-2026-004217",
    "Harbour College of Applied Studies Pty Ltd ABN 51 824 753 556",
    "Student 张小龙 xiaolong@example.com",
    "Course Diploma of Community Services (Case Management)",
    "Page 1 of 1",
  ])
    expect(text).toContain(said);
});

test("a receipt of what was refunded says so", async () => {
  expect(await textOf({ ...MODEL, refunded: "$250.00 on 1 December 2026" })).toContain(
    "Refunded $250.00 on 1 December 2026",
  );
});

test("a business number is printed in its groups, however it was recorded", async () => {
  const recorded = { ...MODEL, provider: { ...provider, businessNumber: "51824753556" } };
  expect(await textOf(recorded)).toContain("ABN 51 824 753 556");
});

test("it says nothing of tax, and nothing of a card that is not known", async () => {
  expect(await textOf({ ...MODEL, card: null })).not.toMatch(/tax|GST|invoice|Card/i);
});

test("the same payment gives the same file, with its headings and its tables", async () => {
  const pdf = await renderReceipt(MODEL);
  expect(await renderReceipt(MODEL)).toEqual(pdf);
  const all = (part: Part): Part[] => [part, ...(part.parts ?? []).flatMap(all)];
  const parts = all(readingOf(pdf));
  const headings = parts.filter(({ as }) => /^H\d$/.test(as)).map(({ as, text }) => `${as} ${text}`);
  expect(headings).toEqual(["H1 Receipt", "H2 Payment", "H2 Paid to", "H2 Paid for"]);
  expect(parts.filter(({ as }) => as === "Table")).toHaveLength(3);
});
