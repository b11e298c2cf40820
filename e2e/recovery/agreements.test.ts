import { createHash } from "node:crypto";
import { expect, it, vi } from "vitest";
import { event } from "../../drizzle/schema";
import { makeDueAgreements } from "../../lib/checkout/make-agreement";
import { createFollowUp } from "../../server/background/follow-up";
import { createDeps } from "../../server/instance/deps";
import { parseSettings } from "../../server/settings/env";
import { jobsPlace } from "../jobs/place";
import { Api } from "../support/api";
import { confirmBody } from "../support/bodies";
import { settingsOver } from "../support/fresh";
import { until } from "../support/poll";
import { makeProvider } from "../support/provider";
import { authorisedPlan, payNow } from "../support/scenes";

const always = () => true;

it("more plans than wait in memory are signed, and their documents made in the background, in turn", async (context) => {
  const { deps, db, client, provider } = await jobsPlace(context);
  const other = await makeProvider({}, db);
  const renderer = deps.agreements;
  deps.agreements = { ...renderer, render: async () => null };
  const sign = async (by: typeof provider) => {
    const api = new Api(client.url, by.key);
    const { id, answer } = await authorisedPlan(api, by);
    const signed = await api.confirmAsItIs(id, confirmBody(answer.body));
    expect(signed.status, signed.text).toBe(200);
    expect(signed.body.agreement.status).toBe("being_made");
  };
  for (let plans = 0; plans < 25; plans++) await sign(provider);
  await sign(other);
  expect(await makeDueAgreements(deps, always)).toBe(0);
  const begun: string[] = [];
  deps.agreements = {
    ...renderer,
    render(model) {
      begun.push(model.provider.code);
      return renderer.render(model);
    },
  };
  expect(await makeDueAgreements(deps, always)).toBe(26);
  expect(begun.indexOf(other.code)).toBeLessThan(8);
  expect(await makeDueAgreements(deps, always)).toBe(0);
});

it("a process that ends keeps no document to itself: others make those that waited", async (context) => {
  const { databaseUrl, deps, db, client, provider } = await jobsPlace(context);
  const renderer = deps.agreements;
  deps.agreements = { ...renderer, render: async () => null };
  for (let plans = 0; plans < 12; plans++) {
    const { id, answer } = await authorisedPlan(client, provider);
    await client.confirmAsItIs(id, confirmBody(answer.body));
  }
  const settings = { ...settingsOver(databaseUrl), NODE_ENV: "test", LOG_LEVEL: "silent" };
  const ending = createDeps(parseSettings(settings), { serves: false });
  const round = makeDueAgreements(ending, always);
  await until("it makes documents", () => ending.making.size > 1);
  await ending.close();
  const made = await round;
  expect(made).toBeLessThan(8);
  const [left] = await db.execute(
    "select count(lease_until) as kept, sum(failures) as failed from agreement where pdf is null",
  );
  expect(left).toEqual({ kept: "0", failed: "0" });
  deps.agreements = renderer;
  expect(await makeDueAgreements(deps, always)).toBe(12 - made);
});

it("a document that cannot be made waits longer each time, and holds up no other", async (context) => {
  const { deps, db, client, provider } = await jobsPlace(context);
  const renderer = deps.agreements;
  const plans = [await authorisedPlan(client, provider), await authorisedPlan(client, provider)];
  deps.agreements = {
    ...renderer,
    async render(model) {
      if ("checkoutId" in model && model.checkoutId === plans[0]!.id) throw new Error("It cannot be drawn");
      return renderer.render(model);
    },
  };
  const [broken, well] = plans;
  const signed = await client.confirmAsItIs(broken!.id, confirmBody(broken!.answer.body));
  expect(signed.body.agreement).toMatchObject({ status: "being_made", sha256: null });
  expect((await client.confirm(well!.id, confirmBody(well!.answer.body))).status).toBe(200);
  await db.execute("update agreement set due_at = now() where pdf is null");
  expect(await makeDueAgreements(deps, always)).toBe(0);
  const [waits] = await db.execute(
    "select failures, due_at > now() + interval '2 seconds' as later from agreement where pdf is null",
  );
  expect(waits).toEqual({ failures: 2, later: true });
  deps.agreements = renderer;
  await db.execute("update agreement set due_at = now() where pdf is null");
  expect(await makeDueAgreements(deps, always)).toBe(1);
  expect((await client.status(broken!.id)).body.agreement.status).toBe("ready");
});

it("whoever signs has the document to itself for a whole lease, however long signing waited", async (context) => {
  const { deps, db, client, provider } = await jobsPlace(context);
  const { gateway, agreements } = deps;
  const { id, answer } = await authorisedPlan(client, provider);
  deps.gateway = {
    ...gateway,
    async chargesOfOrder(order) {
      await db.execute("select pg_sleep(1)");
      return gateway.chargesOfOrder(order);
    },
  };
  let seconds: unknown;
  deps.agreements = {
    ...agreements,
    async render(model) {
      const [row] = await db.execute(
        "select extract(epoch from lease_until - signed_at)::float8 as seconds from agreement",
      );
      seconds = row?.seconds;
      return agreements.render(model);
    },
  };
  expect((await client.confirm(id, confirmBody(answer.body))).status).toBe(200);
  expect(seconds).toBeGreaterThan(21);
});

it("without a timer the agreement is made and mailed after one answer, though nothing else is written", async (context) => {
  const { deps, db, client, provider } = await jobsPlace(context);
  deps.mail = { from: "enrolments@checkout.example", transport: null };
  const renderer = deps.agreements;
  deps.agreements = { ...renderer, render: async () => null };
  const { id, answer } = await authorisedPlan(client, provider);
  const signed = await client.confirmAsItIs(id, confirmBody(answer.body));
  expect(signed.body.agreement).toMatchObject({ status: "being_made" });
  const pdf = Buffer.from("%PDF-");
  const sha256 = createHash("sha256").update(pdf).digest("hex");
  deps.agreements = { ...renderer, render: async () => ({ pdf, sha256 }) };
  await createFollowUp({ ...deps, keysAreChecked: () => true })();
  expect(await db.execute("select kind, status from email where kind = 'agreement'")).toEqual([
    { kind: "agreement", status: "kept" },
  ]);
});

it("without a timer one round is enough where another process has the events", async (context) => {
  const { deps, db, client, provider } = await jobsPlace(context);
  await payNow(client, provider);
  const rounds = vi.fn();
  const meters = { ...deps.meters, round: (name: string) => () => rounds(name) };
  const followUp = createFollowUp({ ...deps, meters, keysAreChecked: () => true });
  await db.transaction(async (tx) => {
    await tx.select().from(event).for("update");
    await followUp();
  });
  expect(rounds.mock.calls.flat().sort()).toEqual(["deliver", "documents", "mail", "settle"]);
});
