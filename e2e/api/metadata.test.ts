import { describe, expect, it } from "vitest";
import { type Api, expectFieldError, expectProblem, newCaller } from "../support/api";
import { type Body, confirmBody, orderId, payNowBody, planBody } from "../support/bodies";
import type { TestProvider } from "../support/provider";

const CHECKOUTS = "/v1/provider-checkouts";
const METADATA = { intake: "2027-T1", "a/b~c": "", "7": "sept 🎓" };
const PAYMENTS = { "a plan": planBody, "Pay Now": payNowBody } as const;

describe("metadata", () => {
  const idOf = ({ body }: { body: Body }) => body.checkout.checkout_id as string;
  const found = async (client: Api, ...pairs: [string, string][]) => {
    const query = new URLSearchParams(pairs.map(([key, value]) => [`metadata[${key}]`, value]));
    const { status, body, text } = await client.get(`${CHECKOUTS}?${query}`);
    expect(status, text).toBe(200);
    return body.data.map((one: Body) => idOf({ body: one }));
  };

  it.each(Object.entries(PAYMENTS))("of %s comes back wherever the checkout is shown", async (_, bodyOf) => {
    const { provider, client } = await newCaller();
    const key = orderId();
    const body = bodyOf(provider, { metadata: { ...METADATA, intake: " 2027-T1 " } });
    const created = await client.createOnce(key, body);
    expect([created.status, created.body.metadata, created.body.warnings]).toEqual([
      201,
      METADATA,
      undefined,
    ]);
    const replayed = await client.createOnce(key, body);
    expect([replayed.text, replayed.headers.get("idempotent-replayed")]).toEqual([created.text, "true"]);
    const id = idOf(created);
    expect((await client.status(id)).body.metadata).toEqual(METADATA);
    expect((await client.get(CHECKOUTS)).body.data[0].metadata).toEqual(METADATA);
    if (bodyOf === planBody) {
      expect((await client.authorise(id)).body.metadata).toEqual(METADATA);
      expect((await client.confirm(id, confirmBody(created.body))).body.metadata).toEqual(METADATA);
    }
    const { data } = (await client.get(`/v1/events?checkout_id=${id}`)).body;
    expect(data.length).toBeGreaterThan(1);
    for (const event of data) expect([event.type, event.data.metadata]).toEqual([event.type, METADATA]);
  });

  it.each([undefined, null, {}, { a: null }])(
    "%j is left out everywhere, and is the same request",
    async (metadata) => {
      const { provider, client } = await newCaller();
      const key = orderId();
      const { metadata: _, ...bare } = planBody(provider);
      const created = await client.createOnce(key, { ...bare, ...(metadata !== undefined && { metadata }) });
      expect(created.status, created.text).toBe(201);
      const replayed = await client.createOnce(key, bare);
      expect([replayed.status, replayed.text]).toEqual([201, created.text]);
      expect((await client.create(bare)).body).toMatchObject({ code: "duplicate_order", same_request: true });
      const shown = [
        created,
        await client.status(idOf(created)),
        await client.get(CHECKOUTS),
        await client.get("/v1/events"),
      ];
      for (const { text } of shown) expect(text).not.toContain("metadata");
    },
  );

  it("is a part of the request: another under the same key is refused, and the first stays", async () => {
    const { provider, client } = await newCaller();
    const key = orderId();
    const body = planBody(provider, { metadata: { intake: "2027-T1" } });
    const created = await client.createOnce(key, body);
    for (const metadata of [{ intake: "2027-T2" }, { intake: "2027-T1", campus: "Hobart" }, null])
      expectProblem(await client.createOnce(key, { ...body, metadata }), 422, "idempotency_key_reused");
    expect((await client.status(idOf(created))).body.metadata).toEqual({ intake: "2027-T1" });
  });

  it("finds checkouts by any pair, by several that all are there, and nobody else's", async () => {
    const { provider, client } = await newCaller();
    const create = async (metadata: Body | undefined, of: TestProvider = provider, by = client) =>
      idOf(await by.create(planBody(of, { metadata })));
    const one = await create({ intake: "2027-T1", campus: "Hobart", empty: "" });
    const two = await create({ intake: "2027-T1", campus: "Perth" });
    await create(undefined);
    const other = await newCaller();
    const others = await create({ intake: "2027-T1" }, other.provider, other.client);
    expect(await found(client, ["intake", "2027-T1"])).toEqual([two, one]);
    expect(await found(client, ["intake", " 2027-T1"], ["campus", "Hobart"])).toEqual([one]);
    expect(await found(client, ["empty", ""])).toEqual([one]);
    for (const [key, value] of [
      ["intake", "2027-t1"],
      ["Intake", "2027-T1"],
      ["intake", "2027"],
      ["2027-T1", "intake"],
    ] as const)
      expect(await found(client, [key, value])).toEqual([]);
    const twice = await client.get(
      "/v1/provider-checkouts?metadata[campus]=Hobart&metadata[campus%20]=Perth",
    );
    expectFieldError(twice, "/metadata[campus ]", "not_allowed");
    expect(await found(other.client, ["intake", "2027-T1"])).toEqual([others]);
  });
});
