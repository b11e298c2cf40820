import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { course, provider } from "../../drizzle/schema";
import { DAY_MS } from "../../packages/dates/time";
import { createPortal } from "../../server/instance/portal";
import { heading, open, title, words } from "../support/html-form";
import { database, makeCourse, makeProvider, type TestProvider } from "../support/provider";
import { depsOver } from "./student";

let server: string;
beforeAll(() => {
  server = inject("stack").doors.server;
});

const change = (college: TestProvider, values: Partial<typeof provider.$inferInsert>) =>
  database().update(provider).set(values).where(eq(provider.id, college.id));

async function arranged() {
  const college = await makeProvider();
  const { id } = await makeCourse(college);
  return { college, courseId: id, address: `${server}/p/${college.code}` };
}

describe("a provider's page, which is kept", () => {
  it("shows a change of the provider and of its courses at the very next request", async () => {
    const { college, courseId, address } = await arranged();
    const said = async () => words(await open(address));
    expect(await said()).toContain("$1,500.00 from $57.69 a fortnight");
    await database().update(course).set({ priceCents: 99_900 }).where(eq(course.id, courseId));
    expect(await said()).toContain("$999.00");
    await change(college, { name: "Northern College" });
    expect(await said()).toContain("Questions? Ask Northern College");
    await database().update(course).set({ priceCents: 150_000 }).where(eq(course.id, courseId));
    expect(await said()).toContain("$1,500.00");
    await makeCourse(college, { name: "Diploma of Accounting" });
    expect(await said()).toContain("Diploma of Accounting");
    await change(college, { mostInstalments: 1 });
    expect(await said()).not.toContain("from $57.69 a fortnight");
    await database().delete(course).where(eq(course.providerId, college.id));
    expect(await said()).toContain("There are no courses to enrol in at the moment");
  });

  it("shows a new text of the Terms, the privacy policy and the refund policy at once", async () => {
    const { college, address } = await arranged();
    const pages = ["terms", "privacy", "refunds"];
    for (const name of pages) await open(`${address}/${name}`);
    await change(college, {
      terms: "Our own terms text.",
      termsVersion: "2",
      privacy: "Our own privacy text.",
      privacyVersion: "2",
      refunds: "Our own refunds text.",
      refundsVersion: "2",
    });
    for (const name of pages)
      expect(words(await open(`${address}/${name}`)), name).toContain(`Our own ${name} text.`);
  });

  it("is not there any more where the provider's code is another one", async () => {
    const { college, address } = await arranged();
    expect((await open(address)).status).toBe(200);
    const code = `${college.code}-new`;
    await change(college, { code });
    expect((await open(address)).status).toBe(404);
    expect((await open(`${server}/p/${code}`)).status).toBe(200);
  });

  it("is the same for everybody but for its request id, and its policy names each inline script", async () => {
    const { address } = await arranged();
    const [first, ...others] = [await open(address), await open(address), await open(address)];
    const policy = first.headers.get("content-security-policy") ?? "";
    const tags = [...first.text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)];
    const scripts = tags.flatMap(([, script]) => script || []);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts)
      expect(policy).toContain(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
    expect(policy + first.text).not.toMatch(/nonce[-"=]/);
    for (const { text, headers } of others) {
      expect(text).toBe(first.text);
      expect(headers.get("content-security-policy")).toBe(policy);
    }
    const ids = [first, ...others].map(({ headers }) => headers.get("request-id"));
    expect(new Set(ids).size).toBe(3);
  });

  it("holds nothing of whoever asked for it first, and sets no cookie", async () => {
    const { address } = await arranged();
    const canary = "canary7f3a";
    const first = await fetch(address, {
      headers: {
        Accept: `text/html;q=0.9,${canary}/x`,
        Cookie: `${canary}=1`,
        "User-Agent": canary,
        Referer: `https://${canary}.example/`,
        "X-Forwarded-Host": `${canary}.example`,
        "X-Nonce": canary,
        "X-Missing": "portal",
      },
    });
    expect(first.status).toBe(200);
    for (const answer of [first, await fetch(address)]) {
      expect(await answer.text()).not.toContain(canary);
      expect(JSON.stringify([...answer.headers])).not.toContain(canary);
      expect(answer.headers.get("set-cookie")).toBeNull();
      expect(answer.headers.get("cache-control")).toMatch(/no-store/);
    }
  });

  it("is the page itself, and not what its script or a form gets there", async () => {
    const { address } = await arranged();
    const page = await open(`${address}/link`);
    expect(heading(page)).toBe(heading(await open(`${address}/link`)));
    expect(title(await open(`${address}/link?sent`))).not.toBe(title(page));
    expect(title(await open(`${address}/link`))).toBe(title(page));
    const rsc = await fetch(address, { headers: { RSC: "1" }, redirect: "manual" });
    expect(rsc.headers.get("content-type") ?? "").not.toContain("text/html");
    const head = await fetch(address, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });
});

it("the state of a provider's pages is another each day of the provider's, whose dates decide which plans there are", async () => {
  const college = await makeProvider({ timeZone: "Pacific/Auckland" });
  const deps = depsOver();
  const at = (now: string) => createPortal({ ...deps, now: () => new Date(now) }).stateOf(college.code);
  const day = await at("2027-02-01T00:00:00Z");
  expect(await at("2027-02-01T10:59:00Z")).toBe(day);
  const next = await at("2027-02-01T11:01:00Z");
  expect(next).not.toBe(day);
  expect(await at(new Date(Date.parse("2027-02-01T11:01:00Z") + DAY_MS).toISOString())).not.toBe(next);
  expect(await createPortal(deps).stateOf("no-such-college")).toBeNull();
  await deps.close();
});
