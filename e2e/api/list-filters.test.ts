import fc from "fast-check";
import { expect, it } from "vitest";
import type { Id } from "../../lib/domain/ids";
import { OPPORTUNITY_STAGES } from "../../lib/domain/states";
import { checkoutIdOf, ok } from "../support/answer";
import { newCaller } from "../support/api";
import { type Body, planBody } from "../support/bodies";
import { lapse } from "../support/provider";
import { IN_STATUS, startedPlan } from "../support/scenes";

const LIST = "/v1/provider-checkouts";
const HOUR = 3_600_000;

async function setting() {
  const { provider, client } = await newCaller();
  const list = async (filter: Record<string, string>): Promise<Body[]> => {
    const { status, body, text } = await client.get(`${LIST}?${new URLSearchParams(filter)}`);
    expect(status, text).toBe(200);
    return body.data;
  };
  const ids = async (filter: Record<string, string>) =>
    (await list(filter)).map((one) => one.checkout.checkout_id);
  const of = (email: string) => planBody(provider, { student: { email } });
  const create = async (body: Body) => checkoutIdOf(await client.create(body)) as Id<"chk">;
  return { provider, client, list, ids, of, create };
}

it("finds a student's checkouts by e-mail, in whatever case and script it was written", async () => {
  const { ids, of, create } = await setting();
  const [small, capital] = [await create(of("zoë@example.com")), await create(of("ZOË@Example.COM"))];
  const other = await create(of("zoe@example.com"));
  for (const email of ["zoë@example.com", "ZOË@EXAMPLE.COM", " Zoe\u0308@example.com "])
    expect(await ids({ email })).toEqual([capital, small]);
  expect(await ids({ email: "zoe@example.com" })).toEqual([other]);
  expect(await ids({ email: "nobody@example.com" })).toEqual([]);
});

it("finds by stage of the Opportunity and by status, each of them", async () => {
  const { provider, client, list, ids } = await setting();
  const stages = new Map<string | null, string[]>();
  for (const [status, scene] of Object.entries(IN_STATUS)) {
    const { id, orderId } = await scene(client, provider);
    const { opportunity_stage, checkout_status } = (await client.status(id)).body;
    stages.set(opportunity_stage, [...(stages.get(opportunity_stage) ?? []), id]);
    expect(checkout_status).toBe(status);
    expect(await ids({ checkout_status: status })).toEqual([id]);
    expect(await ids({ checkout_status: status, provider_order_id: orderId })).toEqual([id]);
  }
  for (const stage of OPPORTUNITY_STAGES) {
    const found = await list({ opportunity_stage: stage });
    expect([stage, found.map((one) => one.checkout.checkout_id).sort()]).toEqual([
      stage,
      (stages.get(stage) ?? []).sort(),
    ]);
    for (const one of found) expect(one.opportunity_stage).toBe(stage);
  }
  expect(stages.get("Closed Lost")!.length).toBeGreaterThan(1);
});

it("created_after is inclusive and created_before is not, so that periods meet without a gap", async () => {
  const { provider, client, ids } = await setting();
  const { id, answer } = await startedPlan(client, provider);
  const at: string = answer.body.created_at;
  const later = new Date(Date.parse(at) + 1).toISOString();
  expect(await ids({ created_after: at, created_before: later })).toEqual([id]);
  expect(await ids({ created_before: at })).toEqual([]);
  expect(await ids({ created_after: later })).toEqual([]);
  const inHobart = `${new Date(Date.parse(at) + 10 * HOUR).toISOString().slice(0, -1)}+10:00`;
  expect(await ids({ created_after: inHobart })).toEqual([id]);
  expect(
    await ids({ created_after: "0001-01-01T00:00Z", created_before: "9999-12-31T23:59:59-14:00" }),
  ).toEqual([id]);
});

it("updated_since is inclusive and goes by the last change, not by the creation", async () => {
  const { provider, client, ids } = await setting();
  const { id: first } = await startedPlan(client, provider);
  const { id: second } = await startedPlan(client, provider);
  ok(await client.authorise(first));
  const at = (await client.status(first)).body.timeline.at(-1).at;
  expect(await ids({ updated_since: at })).toEqual([first]);
  expect(await ids({ updated_since: new Date(Date.parse(at) + 1).toISOString() })).toEqual([]);
  expect(await ids({ updated_since: new Date(Date.parse(at) - HOUR).toISOString() })).toEqual([
    second,
    first,
  ]);
});

it("any of them together give what each one of them gives, page by page", async () => {
  const { provider, client, list } = await setting();
  const student = [{ email: "One@example.com" }, { email: "two@example.com" }];
  const pairs = [undefined, { intake: "1" }, { intake: "2", campus: "Hobart" }];
  for (let at = 0; at < 12; at++) {
    const { id } = await startedPlan(client, provider, {
      student: student[at % 2],
      metadata: pairs[at % 3],
    });
    if (at % 4 === 1) await client.authorise(id);
    if (at % 4 === 2) await client.cancel(id);
    if (at % 4 === 3) await lapse(id as Id<"chk">);
  }
  const all = await list({ limit: "100" });
  const middle = all[6]!.created_at;
  const filters: [string, string, (one: Body) => boolean][] = [
    ["email", "one@example.com", (one) => one.student.email === "One@example.com"],
    ["opportunity_stage", "Closed Lost", (one) => one.opportunity_stage === "Closed Lost"],
    ["checkout_status", "Expired", (one) => one.checkout_status === "Expired"],
    ["created_after", middle, (one) => one.created_at >= middle],
    ["created_before", middle, (one) => one.created_at < middle],
    ["updated_since", "2026-01-01T00:00:00Z", () => true],
    ["metadata[intake]", "2", (one) => one.metadata?.intake === "2"],
    ["metadata[campus]", "Hobart", (one) => one.metadata?.campus === "Hobart"],
    ["provider_order_id", all[3]!.provider.provider_order_id, (one) => one === all[3]],
  ];
  const property = fc.asyncProperty(
    fc.subarray(filters),
    fc.integer({ min: 2, max: 5 }),
    async (some, limit) => {
      const expected = all.filter((one) => some.every(([, , holds]) => holds(one)));
      const seen: Body[] = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const query = new URLSearchParams([
          ...some.map(([name, value]) => [name, value]),
          ["limit", String(limit)],
        ]);
        const { body }: { body: Body } = await client.get(`${LIST}?${query}${cursor && `&cursor=${cursor}`}`);
        seen.push(...body.data);
        cursor = body.next_cursor;
      }
      expect(seen).toEqual(expected);
    },
  );
  await fc.assert(property, { numRuns: 15 });
});
