import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { event } from "../../drizzle/schema";
import { isPlanEvent } from "../../lib/contract/plan-events";
import { CHECKOUT_STATUSES, EVENT_TYPES } from "../../lib/domain/states";
import { eventBody } from "../../lib/events/read";
import { ok } from "../support/answer";
import { api, newCaller } from "../support/api";
import { eventsOf } from "../support/charges";
import { closed } from "../support/closed-schemas";
import { until } from "../support/poll";
import { database } from "../support/provider";
import { askRefund, makeRefundsDue } from "../support/refunds";
import { IN_STATUS, payNow } from "../support/scenes";

describe("the published document", () => {
  it("is open to browsers of any origin, as what shows it has one of its own", async () => {
    const { headers } = await api("server").get("/openapi.json", {
      headers: { Origin: "https://docs.example.com" },
    });
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toContain("Request-Id");
    expect(headers.get("vary")).toMatch(/Origin/);
  });
});

it("every event that is recorded has the body that the document promises, and nothing more", async () => {
  const { provider, client } = await newCaller("server");
  for (const status of CHECKOUT_STATUSES) await IN_STATUS[status](client, provider);
  const lapsed = await IN_STATUS.Expired(client, provider);
  ok(await client.cancel(lapsed.id), 410);
  const { id } = await payNow(client, provider);
  ok(await askRefund(client, id, 1.93), 201);
  await until("The refund has come back", async () => {
    await makeRefundsDue(id);
    return (await eventsOf(id)).includes("refund.failed");
  });
  const document = closed((await client.get("/openapi.json")).body);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat("int32", true);
  ajv.addSchema({ ...document, $id: "document" });
  const rows = await database().select().from(event).where(eq(event.providerId, provider.id));
  expect(new Set(rows.map(({ type }) => type))).toEqual(
    // `e2e/mails/faults.test.ts` has the other one.
    new Set(EVENT_TYPES.filter((type) => type !== "student.email_undelivered" && !isPlanEvent(type))),
  );
  for (const { type, id, occurredAt, sequence, data } of rows) {
    const body = eventBody({ id, type, occurredAt, sequence, data: data ?? {} }, "sandbox");
    const name = document.webhooks[type].post.requestBody.content["application/json"].schema.$ref;
    const check = ajv.compile({ $ref: `document${name}` });
    expect(check(body), `${type}: ${ajv.errorsText(check.errors)}`).toBe(true);
  }
});
