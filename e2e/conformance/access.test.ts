import { describe, expect, it } from "vitest";
import { SCOPES } from "../../drizzle/vocabulary";
import { makeApiKey } from "../../lib/crypto/api-key";
import { type Id, type IdPrefix, newId } from "../../lib/domain/ids";
import { api, expectProblem } from "../support/api";
import { merge } from "../support/bodies";
import { madeOnce } from "../support/made-once";
import { longAgo } from "../support/moments";
import { makeKey, type TestProvider } from "../support/provider";
import { impersonal, strangers } from "../support/scenes";
import { DOORS } from "../support/stack";
import { forEachOf, shareOf } from "./cases";
import { published } from "./document";
import { acceptedRequest, isConfirm, pathOf, rowOf, setting, TABLE, unknownOf } from "./table";

const changed = (key: string, at: number) =>
  key.slice(0, at) + (key.at(at) === "a" ? "b" : "a") + key.slice(at + 1 || key.length);

/** [what is wrong, the Authorization header, the code] */
type WrongKey = [string, string | null, string];

async function wrongKeys({ id, key }: TestProvider): Promise<WrongKey[]> {
  const bearer = (one: string) => `Bearer ${one}`;
  const keyId = `key_${key.split("_")[2]}` as Id<"key">;
  return [
    ["no key", null, "authentication_required"],
    ["an empty key", "Bearer ", "authentication_required"],
    ["another scheme", `Basic ${key}`, "authentication_required"],
    ["two keys", `Bearer ${key} ${key}`, "authentication_required"],
    ["no key of ours", bearer("sk_test_123"), "invalid_api_key"],
    ["a wrong checksum", bearer(changed(key, -1)), "invalid_api_key"],
    ["a wrong secret", bearer(makeApiKey("sandbox", keyId).key), "invalid_api_key"],
    ["an unknown key", bearer(makeApiKey("sandbox", newId("key")).key), "invalid_api_key"],
    ["a revoked key", bearer(await makeKey(id, { revokedAt: new Date() })), "invalid_api_key"],
    ["an expired key", bearer(await makeKey(id, { expiresAt: longAgo() })), "api_key_expired"],
    ...[await makeKey(id, { environment: "production" }), makeApiKey("production", newId("key")).key].map(
      (key): WrongKey => ["a key of production", bearer(key), "api_key_wrong_environment"],
    ),
  ];
}

/** Ids that cannot exist, as they stand in a path. */
const impossible = (real: string, prefix = real.slice(0, 3)) => [
  ...["x", "0", prefix, `${prefix}_`, real.toUpperCase(), real.slice(0, -1), `${real}0`, real.slice(4)],
  ...[real.replace(prefix, "con"), real.replace(prefix, prefix.toUpperCase()), `${prefix}_8${real.slice(5)}`],
  ...["u", "~"].map((letter) => `${prefix}_${letter.repeat(26)}`),
  ...["018f6b2e-7a3c-7b6e-8f00-000000000000", `${prefix}_%0a`, `${real}%20`, "%F0%9F%98%80", "a%2Fb"],
  ...["constructor", "__proto__", "null", "'; drop table checkout; --", "x".repeat(10_000)],
];

const operations = published();

it("every published operation has its row in the table, and every row its operation", () => {
  expect(
    operations
      .all()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(Object.keys(TABLE).sort());
});

/** What is asked for by the same kind of id is found by the same code. */
const IDS = Object.keys(TABLE);
const ofItsKind = (id: string) => IDS.filter((one) => unknownOf(one) === unknownOf(id));
const impossibleFor = (id: string, real: string) =>
  shareOf(impossible(real), ofItsKind(id).indexOf(id), Math.min(5, ofItsKind(id).length));

describe.each(DOORS)("who may call, through the %s entry point", (door) => {
  /** A request that its owner would be granted; here nobody is, so that it serves every test. */
  const refused = madeOnce(async (id: string) => {
    const where = await setting(door);
    const operation = operations.of(id);
    return { ...where, operation, ...rowOf(operation), request: await acceptedRequest(operation, where) };
  });
  const keys = madeOnce(async () => wrongKeys((await setting(door)).provider));

  it.each(IDS)("%s succeeds for who may call it, with no other scope than its own", async (id) => {
    const where = await setting(door);
    const operation = operations.of(id);
    const { method, path, body } = await acceptedRequest(operation, where);
    const { key, success, scope } = rowOf(operation);
    const narrow = await makeKey(where.provider.id, { scopes: scope ? [scope] : [] });
    const answer = await where.client.as(narrow).call(method, path, { body });
    expect(answer.status, answer.text.slice(0, 500)).toBe(success);
    if (key !== "needed") expect((await api(door).call(method, path)).status).toBe(success);
  });

  it.each(IDS)("%s refuses each wrong key, and nothing happens", async (id) => {
    const { client, key, request } = await refused(id);
    const { method, path, body } = request;
    const list = async () => (await client.get("/v1/provider-checkouts")).body.data;
    const before = await list();
    const [none, ...wrong] = await keys();
    await forEachOf([none!, ...shareOf(wrong, IDS.indexOf(id), 5)], async ([what, Authorization, code]) => {
      const headers: Record<string, string> = Authorization === null ? {} : { Authorization };
      const answer = await api(door).call(method, path, { body, headers });
      if (key === "not looked at" || (key === "optional" && Authorization === null))
        expect([what, answer.status]).toEqual([what, 200]);
      else {
        expect([what, answer.status, answer.body.code]).toEqual([what, 401, code]);
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      }
    });
    expect(await list()).toEqual(before);
  });

  it.each(IDS.filter((id) => TABLE[id]!.scope))("%s refuses a key of every other scope", async (id) => {
    const { client, provider, scope, request } = await refused(id);
    const scopes = SCOPES.filter((one) => one !== scope);
    const narrow = client.as(await makeKey(provider.id, { scopes }));
    const { method, path, body } = request;
    expectProblem(await narrow.call(method, path, { body }), 403, "insufficient_scope");
  });

  it.each(IDS.filter(unknownOf))("%s answers alike for another's, unknown and impossible ids", async (id) => {
    const { operation, client, on, request } = await refused(id);
    const stranger = await setting(door);
    const { scene } = request;
    const theirs = isConfirm(operation)
      ? merge(request.body!, { provider: { provider_code: stranger.provider.code } })
      : request.body;
    const { checkout_id: _, ...ids } = theirs?.checkout ?? {};
    const ask = (checkoutId: string) => {
      const body = theirs?.checkout
        ? { ...theirs, checkout: { ...ids, checkout_id: checkoutId.slice(0, 200) } }
        : theirs;
      return stranger.client.call(operation.method, pathOf(operation, checkoutId), { body });
    };
    const first = await ask(scene!.id);
    expectProblem(first, 404, unknownOf(id)!);
    const names = (answer: typeof first) => [...answer.headers.keys()].sort();
    const real = newId(scene!.id.slice(0, 3) as IdPrefix);
    await forEachOf([real, ...impossibleFor(id, real)], async (unknown) => {
      const answer = await ask(unknown);
      expect([unknown, answer.status]).toEqual([unknown, 404]);
      expect(impersonal(answer.body)).toEqual(impersonal(first.body));
      expect(names(answer)).toEqual(names(first));
    });
    if (!on) return;
    const { body } = await client.status(scene!.id);
    expect(body.checkout_status).toBe(on);
  });

  it.each(IDS.filter((id) => /^(create|confirm)Checkout/.test(id)))(
    "%s refuses a provider code that is not the key's, to the letter",
    async (id) => {
      const { client, provider, request } = await refused(id);
      const other = await setting(door);
      const { method, path, body } = request;
      const { code } = provider;
      for (const wrong of [other.provider.code, `${code}x`, code.toUpperCase(), code.slice(0, -1)]) {
        const sent = { ...body, provider: { ...body!.provider, provider_code: wrong } };
        expectProblem(await client.call(method, path, { body: sent }), 403, "provider_code_mismatch");
      }
    },
  );

  it.each(IDS.filter((id) => id.startsWith("confirm")))("%s refuses the token of another", async (id) => {
    const { client, provider, operation, request } = await refused(id);
    const { method, path, body } = request;
    const other = await acceptedRequest(operation, { client, provider });
    for (const checkout_token of [strangers().checkout_token, other.body!.checkout.checkout_token, "x"]) {
      const sent = { ...body, checkout: { ...body!.checkout, checkout_token } };
      expectProblem(await client.call(method, path, { body: sent }), 403, "checkout_token_invalid");
    }
  });
});
