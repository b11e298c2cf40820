import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import { agreement, provider } from "../../drizzle/schema";
import { RendererBusy } from "../../lib/agreement/renderer";
import type { Part } from "../../lib/domain/document-parts";
import { createPortal } from "../../lib/enrolment/portal";
import { cardToken } from "../support/bodies";
import { atCard, atReview } from "./student";

const textOf = ({ text, parts = [] }: Part): string => text ?? parts.map(textOf).join(" ");
const sha256 = (pdf: Uint8Array) => createHash("sha256").update(pdf).digest("hex");
const printed = async (pdf: Uint8Array) =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text.replace(
    /\s+/g,
    " ",
  );

describe("a signed agreement", () => {
  it("can be read as its bytes have it, and says where a link to it comes from, without a secret", async () => {
    const student = await atReview();
    expect(await student.portal.agreementToRead(student.secret)).toBeNull();
    await student.confirm(undefined, createPortal({ ...student.deps, mail: {} }));
    const { pdf } = (await student.portal.agreement(student.secret))!;
    const { sha256: stated, whole } = (await student.portal.agreementToRead(student.secret))!;
    expect(stated).toBe(sha256(pdf));
    const text = textOf(whole!);
    expect(text).toContain("Payment Plan Agreement");
    expect(text).toContain(`http://localhost:3000/p/${student.college.code}/link`);
    expect(text).not.toContain("/e/");
  });

  it("names no way to a new link where none is mailed", async () => {
    for (const without of ["server", "provider"]) {
      const student = await atReview();
      if (without === "provider")
        await student.db
          .update(provider)
          .set({ studentEmails: false })
          .where(eq(provider.id, student.college.id));
      const through = createPortal({ ...student.deps, mail: without === "server" ? null : {} });
      await student.confirm(undefined, through);
      const { whole } = (await student.portal.agreementToRead(student.secret))!;
      expect(textOf(whole!)).not.toContain("new link");
    }
  });

  it("that was signed before its file held its text is a file only", async () => {
    const student = await atReview();
    await student.confirm();
    const former = Buffer.from(
      Buffer.from((await student.portal.agreement(student.secret))!.pdf)
        .toString("latin1")
        .replaceAll("/PieceInfo", "/PieceInf0"),
      "latin1",
    );
    await student.db
      .update(agreement)
      .set({ pdf: former, sha256: sha256(former) })
      .where(eq(agreement.providerId, student.college.id));
    expect(await student.portal.agreementToRead(student.secret)).toEqual({
      sha256: sha256(former),
      whole: null,
    });
  });
});

async function receiptOf({ portal, secret }: Awaited<ReturnType<typeof atCard>>) {
  const receipt = await portal.receipt(secret);
  if (receipt === "busy") throw new Error("There was no time to make the receipt");
  return receipt;
}

describe("a receipt", () => {
  it("is there once a card is charged, and the same each time", async () => {
    const student = await atCard();
    expect(await receiptOf(student)).toBeNull();
    await student.pay(cardToken());
    const { pdf, name } = (await receiptOf(student))!;
    expect(name).toBe(`Test-College-${student.reference}-receipt.pdf`);
    const text = await printed(pdf);
    for (const said of ["Paid $1,500.00", "Visa ending 4242", "Amelia Nguyen", student.reference])
      expect(text).toContain(said);
    expect(sha256((await receiptOf(student))!.pdf)).toBe(sha256(pdf));
  });

  it("says so where there is no time to make it", async () => {
    const student = await atCard();
    await student.pay(cardToken());
    const render = () => Promise.reject(new RendererBusy("busy"));
    const busy = createPortal({ ...student.deps, agreements: { ...student.deps.agreements, render } });
    expect(await busy.receipt(student.secret)).toBe("busy");
  });

  it("is not for a plan", async () => {
    const student = await atReview();
    await student.confirm();
    expect(await receiptOf(student)).toBeNull();
  });
});
