import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect, it } from "vitest";
import { agreement, provider } from "../../drizzle/schema";
import { renderAgreement } from "../../lib/agreement/render";
import { makeDueAgreements } from "../../lib/checkout/make-agreement";
import { WORDING_VERSION } from "../../lib/domain/wording";
import type { Part } from "../../packages/pdf/document-parts";
import { createPortal } from "../../server/instance/portal";
import { api } from "../support/api";
import { cardToken } from "../support/bodies";
import { until } from "../support/poll";
import { askRefund } from "../support/refunds";
import { atCard, atReview, DECLARED, made, newVisit } from "./student";

const textOf = ({ text, parts = [] }: Part): string => text ?? parts.map(textOf).join(" ");
const sha256 = (pdf: Uint8Array) => createHash("sha256").update(pdf).digest("hex");
const printed = async (pdf: Uint8Array) =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text.replace(
    /\s+/g,
    " ",
  );

describe("a receipt of a refunded payment", () => {
  it("and the page beside it say how much went back, and when", async () => {
    const student = await atCard();
    await student.pay(cardToken());
    const said = async () => {
      const { content } = await made(() => student.portal.receipt(student.secret));
      const page = await api("server", null).get(`/e/${student.secret}/done`);
      return [await printed(content), page.text.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")];
    };
    for (const text of await said()) expect(text).not.toContain("Refunded");
    const [{ id } = { id: "" }] = await student.checkouts();
    expect((await askRefund(api("server", student.college.key), id, 250)).status).toBe(201);
    for (const text of await said()) expect(text).toMatch(/Refunded \$250\.00 on \d+ \w+ 20\d\d/);
  });
});

describe("a signed agreement", () => {
  it("can be read as its bytes have it, and says where a link to it comes from, without a secret", async () => {
    const student = await atReview();
    expect(await student.portal.agreementToRead(student.secret)).toBeNull();
    await student.confirm(undefined, createPortal({ ...student.deps, mail: {} }));
    const { content: pdf } = await made(() => student.portal.agreement(student.secret));
    const { sha256: stated, whole } = await made(() => student.portal.agreementToRead(student.secret));
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
      const { whole } = await made(() => student.portal.agreementToRead(student.secret));
      expect(textOf(whole!)).not.toContain("new link");
    }
  });

  it("that is not made yet: the page says so, and background work makes it with the bytes that were signed", async () => {
    const student = await atReview();
    const making = new Map();
    const agreements = { ...student.deps.agreements, render: async () => null };
    const slow = createPortal({ ...student.deps, agreements, making });
    const { id } = (await student.checkouts())[0]!;
    const visit = newVisit();
    expect(await slow.confirmPlan(visit, student.secret, DECLARED, id, WORDING_VERSION)).toEqual({
      ok: true,
      step: "done",
    });
    expect(await student.view()).toMatchObject({ step: "done", agreement: "being_made" });
    expect(await slow.agreement(student.secret)).toBe("being_made");
    expect(await slow.agreementToRead(student.secret)).toBe("being_made");
    const [signed] = await student.db.select().from(agreement).where(eq(agreement.checkoutId, id));
    // A server of other tests may be making it at this moment.
    const { content: pdf } = await until("the document is made", async () => {
      await makeDueAgreements(student.deps, () => true);
      const document = await student.portal.agreement(student.secret);
      return document === "being_made" ? null : document;
    });
    expect(Buffer.from(pdf).equals(await renderAgreement(JSON.parse(signed!.content)))).toBe(true);
    expect(await student.view()).toMatchObject({ agreement: "ready" });
  });
});

describe("a receipt", () => {
  it("is there once a card is charged, and the same each time", async () => {
    const student = await atCard();
    expect(await student.portal.receipt(student.secret)).toBeNull();
    await student.pay(cardToken());
    const { content: pdf, name } = await made(() => student.portal.receipt(student.secret));
    expect(name).toBe(`Test-College-${student.reference}-receipt.pdf`);
    const text = await printed(pdf);
    for (const said of ["Paid $1,500.00", "Visa ending 4242", "Amelia Nguyen", student.reference])
      expect(text).toContain(said);
    expect(sha256((await made(() => student.portal.receipt(student.secret))).content)).toBe(sha256(pdf));
  });

  it("is being made until it is made, whatever befalls the renderer meanwhile", async () => {
    const student = await atCard();
    await student.pay(cardToken());
    for (const render of [async () => null, () => Promise.reject(new Error("the worker ended"))]) {
      const slow = createPortal({ ...student.deps, agreements: { ...student.deps.agreements, render } });
      expect(await slow.receipt(student.secret)).toBe("being_made");
    }
    expect((await made(() => student.portal.receipt(student.secret))).content.length).toBeGreaterThan(1_000);
  });

  it("is not for a plan", async () => {
    const student = await atReview();
    await student.confirm();
    expect(await student.portal.receipt(student.secret)).toBeNull();
  });
});
