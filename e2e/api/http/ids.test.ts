import { describe, expect, it } from "vitest";
import { newId } from "../../../lib/domain/ids";
import { type Api, api, expectProblem } from "../../support/api";
import { type Body, confirmBody } from "../../support/bodies";
import { makeProvider } from "../../support/provider";
import { authorisedPlan, impersonal, startedPlan, strangers } from "../../support/scenes";
import { DOORS } from "../../support/stack";

type Call = (client: Api, id: string, confirm: Body) => ReturnType<Api["get"]>;

/** Every operation on one checkout. */
const OPERATIONS: [string, Call][] = [
  ["GET status", (client, id) => client.status(id)],
  ["GET agreement", (client, id) => client.get(`/v1/provider-checkouts/${id}/agreement`)],
  ["POST confirm", (client, id, body) => client.confirm(id, body)],
  ["POST cancel", (client, id) => client.cancel(id)],
  ["POST checkout-token", (client, id) => client.post(`/v1/provider-checkouts/${id}/checkout-token`)],
  ["POST authorise-direct-debit", (client, id) => client.authorise(id)],
  ["POST legacy confirm", (client, _, body) => client.post("/api/provider-checkout-confirm", body)],
];

const real = newId("chk");
/** Ids that cannot exist. */
const IMPOSSIBLE = [
  "x",
  "0",
  "chk_",
  "chk",
  real.toUpperCase(),
  real.slice(0, -1),
  `${real}0`,
  real.replace("chk_", "con_"),
  real.replace("chk_", "CHK_"),
  real.slice(4),
  `chk_8${real.slice(5)}`,
  `chk_${"u".repeat(26)}`,
  `chk_${"~".repeat(26)}`,
  "018f6b2e-7a3c-7b6e-8f00-000000000000",
  "chk_%00",
  "chk_%0a",
  `${real}%20`,
  "%F0%9F%98%80",
  "a%2Fb",
  "x".repeat(4000),
];

describe.each(DOORS)("ids, through the %s door", (door) => {
  it("every id in an answer is a TypeID with its own prefix", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const { id, answer } = await authorisedPlan(client, provider);
    const { body } = await client.confirm(id, confirmBody(answer.body));
    const typeId = (prefix: string) => new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`);
    expect(body.checkout.checkout_id).toMatch(typeId("chk"));
    expect(body.checkout.opportunity_id).toMatch(typeId("opp"));
    expect(body.checkout.dda_id).toMatch(typeId("dda"));
    expect(body.agreement.agreement_id).toMatch(typeId("agr"));
    const { body: status } = await client.status(id);
    for (const entry of status.timeline) {
      expect(entry.event_id).toMatch(typeId("evt"));
      expect(entry.request_id).toMatch(typeId("req"));
      expect(entry.actor.replace("api_key:", "")).toMatch(typeId("key"));
    }
  });

  it("newer ids sort after older ones", async () => {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const ids = [];
    for (let made = 0; made < 5; made++) ids.push((await startedPlan(client, provider)).id);
    expect([...ids].sort()).toEqual(ids);
  });

  it.each(OPERATIONS)(
    "%s answers alike for an id that is another provider's, unknown or impossible",
    async (_, call) => {
      const [owner, stranger] = [await makeProvider(), await makeProvider()];
      const scene = await authorisedPlan(api(door, owner.key), owner);
      const client = api(door, stranger.key);
      const confirmOf = (checkout_id: string) =>
        confirmBody(scene.answer.body, {
          provider: { provider_code: stranger.code },
          checkout: { checkout_id },
        });
      const ask = (id: string) => call(client, id, confirmOf(id.slice(0, 60)));
      const theirs = await ask(scene.id);
      expectProblem(theirs, 404, "checkout_not_found");
      for (const id of [strangers().checkout_id, ...IMPOSSIBLE]) {
        const unknown = await ask(id);
        expectProblem(unknown, 404, "checkout_not_found");
        expect(impersonal(unknown.body)).toEqual(impersonal(theirs.body));
        const names = (answer: typeof unknown) => [...answer.headers.keys()].sort();
        expect(names(unknown)).toEqual(names(theirs));
      }
      expect((await api(door, owner.key).status(scene.id)).body.checkout_status).toBe(
        "Awaiting Confirmation",
      );
    },
  );

  it("lists and charges show nothing of another provider, even for the same order reference", async () => {
    const [owner, stranger] = [await makeProvider(), await makeProvider()];
    const { orderId } = await startedPlan(api(door, owner.key), owner);
    const client = api(door, stranger.key);
    const query = `provider_order_id=${orderId}`;
    expect((await client.get(`/v1/provider-checkouts?${query}`)).body.data).toEqual([]);
    expect((await client.charges(orderId)).body.data).toEqual([]);
    const same = { provider: { provider_order_id: orderId } };
    const { id } = await startedPlan(client, stranger, same);
    const found = (await client.get(`/v1/provider-checkouts?${query}`)).body.data;
    expect(found.map((one: Body) => one.checkout.checkout_id)).toEqual([id]);
  });
});
