import { beforeEach, describe, expect, it } from "vitest";
import { FORM_LIVES_MS, sealForm } from "../../../lib/setup-page/sealed-form";
import { api } from "../../support/api";
import { type Html, heading, inputs, open, submit, words } from "../../support/html-form";
import { makeProvider, register } from "../../support/provider";
import { startedPlan } from "../../support/scenes";
import {
  ACCOUNT,
  authorise,
  continueWith,
  plansAt,
  setupUrl,
  stored,
  testVault,
} from "../../support/setup-page";

const { plan } = plansAt("Southern TAFE");
const CLEARED = "For your security the bank details you entered were cleared. Enter them again.";

describe("a form of another site's", () => {
  it.each([
    ["another Origin", { Origin: "https://evil.example" }],
    ["no Origin", {}],
    ["an opaque Origin", { Origin: "null" }],
    ["a forwarded host that matches", { Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" }],
  ])("with %s is refused and changes nothing", async (_what, headers: Record<string, string>) => {
    const scene = await plan();
    const first = await open(setupUrl("server", scene));
    const second = await continueWith(first);
    const before = await stored(scene);
    const answers = [
      await submit(first, "Continue", ACCOUNT, headers),
      await submit(second, "Authorise direct debit", { authorised: "yes" }, headers),
    ];
    for (const { status } of answers) expect(status).toBe(403);
    expect(await stored(scene)).toEqual(before);
  });
});

describe("between the steps", () => {
  let second: Html;
  // Each has its own: a form ends in half an hour, and a clock that is set ends it at once.
  beforeEach(async () => {
    second = await continueWith(await open(setupUrl("server", await plan())));
  });

  it("an address never carries any of them", async () => {
    expect(second.url).not.toMatch(/123456|062-?000/);
    expect(second.text.match(/(href|action|src)="[^"]*(123456|062-?000)/)).toBeNull();
  });

  it("the field is refused after half an hour, and the student told why", async () => {
    const session = new URL(second.url).searchParams.get("session")!;
    const values = { ...ACCOUNT, bsb: "062000", accountNumber: "000123456" };
    const old = sealForm(testVault(), session, values, new Date(Date.now() - FORM_LIVES_MS - 1_000));
    const again = await submit(second, "Authorise direct debit", { authorised: "yes", sealed: old });
    expect(words(again)).toContain(CLEARED);
    expect(inputs(again)).toMatchObject({ accountName: "", bsb: "", accountNumber: "" });
    const recent = sealForm(testVault(), session, values, new Date(Date.now() - FORM_LIVES_MS / 2));
    expect(inputs(await submit(second, "Change bank details", { sealed: recent }))).toMatchObject({
      ...values,
      bsb: "062-000",
    });
  });

  it("a field that was tampered with, or is another session's, authorises nothing", async () => {
    const scene = await plan();
    const own = await continueWith(await open(setupUrl("server", scene)));
    const sealed = inputs(own).sealed!;
    const flipped = sealed.slice(0, -5) + (sealed.at(-5) === "A" ? "B" : "A") + sealed.slice(-4);
    for (const wrong of [flipped, inputs(second).sealed!, "", "1.AAAA"]) {
      const again = await submit(own, "Authorise direct debit", { authorised: "yes", sealed: wrong });
      expect(words(again)).toContain(CLEARED);
    }
    expect((await stored(scene)).dda.status).toBe("Pending");
  });

  it("details that one person may not authorise are not authorised, sealed or not", async () => {
    const scene = await plan();
    const first = await open(setupUrl("server", scene));
    const { sealed } = inputs(await continueWith(first, { authorisesAlone: "no" }));
    const own = await continueWith(first);
    const answer = await submit(own, "Authorise direct debit", { authorised: "yes", sealed: sealed! });
    expect(heading(answer)).toBe("You need an account that you can authorise on your own");
    expect((await stored(scene)).dda.status).toBe("Pending");
  });
});

describe("embedding", () => {
  const ancestors = ({ headers }: Html) =>
    /frame-ancestors ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1];
  const LOOPBACK = "http://localhost:* http://127.0.0.1:*";

  it("is for the provider's registered origins, and nobody else's", async () => {
    const other = await makeProvider({ name: "Northern Institute" });
    await register(other, {
      allowedOrigins: ["https://enrol.example.edu", "https://x.example;script-src *"],
    });
    const theirs = await open(setupUrl("server", await startedPlan(api("server", other.key), other)));
    expect(ancestors(theirs)).toBe(`'self' https://enrol.example.edu ${LOOPBACK}`);
    expect(ancestors(await open(setupUrl("server", await plan())))).toBe(`'self' ${LOOPBACK}`);
    expect(ancestors(await open(theirs.url.replace(/.$/, "_")))).toBe(`'self' ${LOOPBACK}`);
    expect(ancestors(await authorise(await continueWith(theirs)))).toBe(ancestors(theirs));
  });

  it("keeps what it was asked through the steps", async () => {
    const parts = { parent_origin: "http://localhost:4000", return_url: "http://localhost:4000/back?a=1" };
    const done = await authorise(await continueWith(await open(setupUrl("server", await plan(), parts))));
    expect(done.text).toContain('href="http://localhost:4000/back?a=1"');
    expect(done.text).toContain('data-tells="http://localhost:4000"');
  });
});

it("sends no cookie, and no referrer to other sites", async () => {
  const first = await open(setupUrl("server", await plan()));
  expect(first.headers.get("set-cookie")).toBeNull();
  expect(first.headers.get("referrer-policy")).toBe("same-origin");
  expect(first.text).toMatch(/<meta name="robots" content="noindex/);
});
