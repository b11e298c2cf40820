import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { event } from "../../drizzle/schema";
import { CHECKOUT_STATUSES, EVENT_TYPES } from "../../lib/domain/states";
import { ok } from "../support/answer";
import { api } from "../support/api";
import { closed } from "../support/closed-schemas";
import { checkAgainstDocument } from "../support/openapi";
import { database, makeProvider } from "../support/provider";
import { IN_STATUS, startedPlan } from "../support/scenes";
import { DOORS } from "../support/stack";

describe.each(DOORS)("the published document, through the %s entry point", (door) => {
  it("may be kept, and is a 304 while it is the same", async () => {
    const { headers, status } = await api(door).get("/openapi.json");
    expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=300"]);
    const again = await api(door).get("/openapi.json", {
      headers: { "If-None-Match": headers.get("etag")! },
    });
    expect([again.status, again.headers.get("cache-control"), again.text]).toEqual([
      304,
      "public, max-age=300",
      "",
    ]);
  });

  it("is open to browsers of any origin, as what shows it has one of its own", async () => {
    const { headers } = await api(door).get("/openapi.json", {
      headers: { Origin: "https://docs.example.com" },
    });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toContain("Request-Id");
    expect(headers.get("vary")).toMatch(/Origin/);
  });

  it("what it does not say is a fault: a member, a header, a status", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const { id, answer } = await startedPlan(client, provider);
    const status = await client.status(id);
    const held = (changed: object) =>
      checkAgainstDocument(client.url, "GET", `/v1/provider-checkouts/${id}`, { ...status, ...changed });
    await expect(held({})).resolves.toBeUndefined();
    const inside = { ...status.body, plan: { ...status.body.plan, secret: 1 } };
    await expect(held({ body: inside })).rejects.toThrow("unevaluated");
    await expect(held({ body: { ...status.body, checkout: answer.body.checkout } })).rejects.toThrow(
      "unevaluated",
    );
    await expect(held({ status: 418 })).rejects.toThrow("not documented");
    const without = new Headers(status.headers);
    without.delete("etag");
    await expect(held({ headers: without })).rejects.toThrow("ETag is missing");
    const more = new Headers([...status.headers, ["X-Secret", "1"]]);
    await expect(held({ headers: more })).rejects.toThrow("x-secret is not documented");
  });
});

it("every event that is recorded has the body that the document promises, and nothing more", async () => {
  const provider = await makeProvider();
  const client = api("server", provider.key);
  for (const status of CHECKOUT_STATUSES) await IN_STATUS[status](client, provider);
  const lapsed = await IN_STATUS.Expired(client, provider);
  ok(await client.cancel(lapsed.id), 410);
  const document = closed((await client.get("/openapi.json")).body);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat("int32", true);
  ajv.addSchema({ ...document, $id: "document" });
  const rows = await database().select().from(event).where(eq(event.providerId, provider.id));
  expect(new Set(rows.map(({ type }) => type))).toEqual(
    // `e2e/mails/faults.test.ts` has the other one.
    new Set(EVENT_TYPES.filter((type) => type !== "student.email_undelivered")),
  );
  for (const { type, id, occurredAt, sequence, data } of rows) {
    const body = { id, type, timestamp: occurredAt.toISOString(), sequence, environment: "sandbox", data };
    const name = document.webhooks[type].post.requestBody.content["application/json"].schema.$ref;
    const check = ajv.compile({ $ref: `document${name}` });
    expect(check(body), `${type}: ${ajv.errorsText(check.errors)}`).toBe(true);
  }
});
