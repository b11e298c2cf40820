import { and, eq } from "drizzle-orm";
import { beforeAll, expect, inject, it } from "vitest";
import { checkout, event, provider as providers } from "../../drizzle/schema";
import { listCheckouts } from "../../lib/db/checkout-lists";
import { findCheckout } from "../../lib/db/checkouts";
import type { Id } from "../../lib/domain/ids";
import { planBody } from "../support/bodies";
import { Api } from "../support/client";
import { until } from "../support/poll";
import { database, makeProvider, type TestProvider } from "../support/provider";

let provider: TestProvider;
let client: Api;
let id: Id<"chk">;

beforeAll(async () => {
  provider = await makeProvider();
  client = new Api(inject("stack").doors.server, provider.key);
  const { body } = await client.post("/v1/provider-checkouts", planBody(provider));
  id = body.checkout.checkout_id;
});

const db = () => database();
const read = async () => (await findCheckout(db(), provider.id, id))!;
const here = () => and(eq(checkout.providerId, provider.id), eq(checkout.id, id));
const status = async () => (await client.get(`/v1/provider-checkouts/${id}`)).body;

it("a checkout that did not change is not made anew, but for the time of its reading", async () => {
  const first = await read();
  const again = await read();
  expect(again.checkout).toBe(first.checkout);
  expect(again.readAt.getTime()).toBeGreaterThan(first.readAt.getTime());
  const [listed] = await listCheckouts(db(), provider.id, { limit: 5 });
  expect(listed!.checkout).toEqual(first.checkout);
  expect((await read()).checkout, "a list keeps nothing").toBe(first.checkout);
});

it("whatever changes in its rows shows at the next reading", async () => {
  await status();
  await db().update(checkout).set({ courseName: "Certificate III in Baking" }).where(here());
  expect((await read()).checkout.courseName).toBe("Certificate III in Baking");
  expect((await status()).course.course_name).toBe("Certificate III in Baking");
  const rename = (code: string) => db().update(providers).set({ code }).where(eq(providers.id, provider.id));
  await rename(`${provider.code}-x`);
  try {
    expect((await read()).provider.code).toBe(`${provider.code}-x`);
  } finally {
    await rename(provider.code);
  }
  await db()
    .update(event)
    .set({ ipAddress: null, actor: "system" })
    .where(and(eq(event.providerId, provider.id), eq(event.checkoutId, id)));
  expect((await status()).timeline[0].actor).toBe("system");
});

it("a time that is over shows although no row has changed", async () => {
  const expiresAt = new Date(Date.now() + 1_000);
  await db().update(checkout).set({ expiresAt }).where(here());
  await status();
  await until("it has expired", async () => (await status()).checkout_status === "Expired");
});

it("each of many that ask at once has his own checkout's answer", async () => {
  const other = await makeProvider();
  const others = new Api(inject("stack").doors.server, other.key);
  const made = await Promise.all(
    [client, others].flatMap((api, i) =>
      Array.from({ length: 6 }, () => api.post("/v1/provider-checkouts", planBody([provider, other][i]!))),
    ),
  );
  const ids: string[] = made.map(({ body }) => body.checkout.checkout_id);
  const asked = Array.from({ length: 5 }, () => ids).flat();
  const answers = await Promise.all(asked.map((one) => client.get(`/v1/provider-checkouts/${one}`)));
  for (const [i, { status, body }] of answers.entries()) {
    const isOwn = ids.indexOf(asked[i]!) < 6;
    expect([status, body.checkout?.checkout_id ?? body.code]).toEqual(
      isOwn ? [200, asked[i]] : [404, "checkout_not_found"],
    );
  }
});
