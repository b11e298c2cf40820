import { and, eq, sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { dda, debit, instalment, operatorAlert } from "../../drizzle/schema";
import type { DebitProcessor } from "../../lib/gateway/debit-port";
import { GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { handOverDue } from "../../lib/plans/hand-over";
import { pollResults } from "../../lib/plans/poll";
import { recoverDebits } from "../../lib/plans/send";
import { makeAccount } from "../support/accounts";
import { Api } from "../support/api";
import { backup } from "../support/backup";
import { advance, type Collecting, collecting, eventTypes, signedPlan } from "../support/collection";
import { makeProvider } from "../support/provider";

const WEEKLY = { count: 24, amount: 100, frequency: "Weekly" };
const always = () => true;

/** Another provider of the same service, whose account collects too. */
async function another({ here }: Collecting) {
  const provider = await makeProvider({}, here.deps.db);
  const { id: account } = await makeAccount(here.deps, provider, ["unused-secret"]);
  return { provider, account, client: new Api(here.url, provider.key) };
}

/** Makes the payments of a provider's plan due that many days ago, or one of them. */
const makeDue = ({ here }: Collecting, provider: Collecting["provider"], days: number, number?: number) =>
  here.deps.db
    .update(instalment)
    .set({ handOverOn: sql`current_date - ${days}::int` })
    .where(and(eq(instalment.providerId, provider.id), number ? eq(instalment.number, number) : undefined));

const debitsOf = ({ here }: Collecting, provider: Collecting["provider"]) =>
  here.deps.db.select().from(debit).where(eq(debit.providerId, provider.id));

/** The service with another processor in front of a provider's own. */
function withProcessor(
  { here }: Collecting,
  change: (own: DebitProcessor, providerId: string) => DebitProcessor,
) {
  const { debits, ...deps } = here.deps;
  const byId: typeof debits.byId = async (providerId, id) => {
    const own = await debits.byId(providerId, id);
    return own && change(own, providerId);
  };
  return { ...deps, debits: { ...debits, byId } };
}

it("payments of one plan that cannot be handed over hold up no other plan", async (context) => {
  const scene = await collecting(context);
  const other = await another(scene);
  const { deps } = scene.here;
  await signedPlan(scene, WEEKLY);
  await signedPlan(other, { count: 1, amount: 100 });
  await deps.db
    .update(dda)
    .set({ debitGateway: null, debitReference: null })
    .where(eq(dda.providerId, scene.provider.id));
  await makeDue(scene, scene.provider, 2);
  await makeDue(scene, other.provider, 1);
  await handOverDue({ deps, clock: deps.now, goesOn: always, only: null, silent: new Set() });
  expect(await debitsOf(scene, scene.provider)).toEqual([]);
  expect(await debitsOf(scene, other.provider)).toMatchObject([{ status: "Sent" }]);
});

it("a processor that takes long to say nothing is asked about few debits in a round, and holds up no other", async (context) => {
  const scene = await collecting(context);
  const other = await another(scene);
  await signedPlan(scene, WEEKLY);
  await signedPlan(other, { count: 1, amount: 100 });
  await makeDue(scene, scene.provider, 2);
  await makeDue(scene, other.provider, 1);
  let asked = 0;
  const deps = withProcessor(scene, (own, providerId) =>
    providerId === other.provider.id
      ? own
      : {
          ...own,
          find: () => {
            asked++;
            return Promise.reject(new GatewayOutcomeUnknown("No response"));
          },
        },
  );
  // Whatever fails has taken longer than that.
  const silent = { ...deps, gatewayTimeoutMs: 0 };
  await handOverDue({ deps: silent, clock: deps.now, goesOn: always, only: null, silent: new Set() });
  expect(asked).toBeLessThanOrEqual(20);
  const recorded = await debitsOf(scene, scene.provider);
  expect(recorded.map(({ status }) => status)).toEqual(Array(24).fill("Sending"));
  expect(await debitsOf(scene, other.provider)).toMatchObject([{ status: "Sent" }]);

  await deps.db.update(debit).set({ dueAt: sql`now()`, leaseUntil: null }).where(eq(debit.status, "Sending"));
  asked = 0;
  await recoverDebits({ deps: silent, clock: deps.now, goesOn: always, only: null, silent: new Set() });
  expect(asked).toBeLessThanOrEqual(20);
  expect(await deps.db.$count(debit, sql`due_at <= now()`), "each is asked about again later").toBe(0);
});

it("a worker that has slept since it looked for a debit does not hand it over", async (context) => {
  const scene = await collecting(context);
  await signedPlan(scene, { count: 1, amount: 100 });
  await makeDue(scene, scene.provider, 1);
  const submit = vi.fn<DebitProcessor["submit"]>();
  const asleep = vi.spyOn(Date, "now");
  const wakesUp = async () => {
    asleep.mockReturnValue(Date.now() + 60_000);
    return null;
  };
  const deps = withProcessor(scene, (own) => ({ ...own, find: wakesUp, submit }));
  await handOverDue({ deps, clock: deps.now, goesOn: always, only: null, silent: new Set() });
  asleep.mockRestore();
  expect(submit).not.toHaveBeenCalled();
  expect(await debitsOf(scene, scene.provider)).toMatchObject([{ status: "Sending" }]);
});

it("a debit whose result is late is asked about although the processor's reports cannot be read", async (context) => {
  const scene = await collecting(context);
  const { plan } = await signedPlan(scene, { count: 1, amount: 100 });
  await advance(scene.client, 13);
  expect((await plan()).instalments[0].debits).toMatchObject([{ status: "Sent" }]);
  const noReports = () => Promise.reject(new GatewayOutcomeUnknown("No response"));
  const deps = withProcessor(scene, (own) => ({ ...own, changedSince: noReports }));
  await deps.db.execute(sql`update provider set clock_days = clock_days + 30`);
  await pollResults(deps, deps.now, { only: scene.provider.id, whateverIsDue: true });
  expect((await plan()).instalments[0].debits).toMatchObject([{ status: "Paid" }]);
});

it("an account's reports are not believed about a debit of another account", async (context) => {
  const scene = await collecting(context);
  await signedPlan(scene, { count: 1, amount: 100 });
  await advance(scene.client, 13);
  const { db, now } = scene.here.deps;
  await db.update(debit).set({ gateway: "another" });
  await db.execute(sql`update provider set clock_days = clock_days + 10`);
  await pollResults(scene.here.deps, now, { only: scene.provider.id, whateverIsDue: true });
  expect(await debitsOf(scene, scene.provider)).toMatchObject([{ status: "Sent" }]);
});

/** What operators are told of debits. */
const alertsOf = async ({ here }: Collecting) =>
  (await here.deps.db.select().from(operatorAlert)).map(({ kind, reference, details }) => ({
    ...{ kind, reference },
    reason: details.reason,
  }));

it("an operator hears of a debit that was refused and is paid after all", async (context) => {
  const scene = await collecting(context);
  await signedPlan(scene, { count: 1, amount: 100 });
  await advance(scene.client, 13);
  const { deps } = scene.here;
  await deps.db.update(debit).set({ status: "Refused", reason: "technical" });
  await deps.db.execute(sql`update provider set clock_days = clock_days + 10`);
  await pollResults(deps, deps.now, { only: scene.provider.id, whateverIsDue: true });
  const [refused] = await debitsOf(scene, scene.provider);
  expect(refused).toMatchObject({ status: "Refused" });
  expect(await alertsOf(scene)).toEqual([
    { kind: "debit_unexplained", reference: refused?.id, reason: "contradicted" },
  ]);
});

it("an operator hears of a debit that has no result two weeks after its date", async (context) => {
  const scene = await collecting(context);
  const { id } = await signedPlan(scene, { count: 1, amount: 100 });
  await advance(scene.client, 13);
  const [sent] = await debitsOf(scene, scene.provider);
  const pending = { status: "pending", key: sent?.id ?? "", amountCents: 10_000 } as const;
  const deps = withProcessor(scene, (own) => ({
    ...own,
    find: async () => ({ ...pending, reference: "of-the-processor", date: sent?.date ?? "" }),
  }));
  for (const days of [10, 20]) {
    await deps.db.execute(sql`update provider set clock_days = clock_days + ${days}`);
    await pollResults(deps, deps.now, { only: scene.provider.id, whateverIsDue: true });
    const late = { kind: "debit_unexplained", reference: sent?.id, reason: "no_result" };
    expect(await alertsOf(scene)).toEqual(days > 14 ? [late] : []);
  }
  expect((await eventTypes(scene.client, id)).filter((type) => type === "debit.sent")).toHaveLength(1);
});

it("a service restored from a backup counts a debit that it has lost, although its plan was ended meanwhile", async (context) => {
  const scene = await collecting(context);
  const { plan, change } = await signedPlan(scene, { count: 2, amount: 100 });
  const restore = await backup(scene.here.deps.db);
  await advance(scene.client, 13);
  const [lost] = await debitsOf(scene, scene.provider);
  await restore();
  expect(await debitsOf(scene, scene.provider)).toEqual([]);
  expect((await change({ kind: "end" })).status).toBe(200);
  const { deps } = scene.here;
  await deps.db.execute(sql`update provider set clock_days = clock_days + 30`);
  const which = { only: scene.provider.id, whateverIsDue: true } as const;
  await Promise.all([1, 2].map(() => pollResults(deps, deps.now, which)));
  expect(await debitsOf(scene, scene.provider)).toMatchObject([{ id: lost?.id, status: "Paid" }]);
  expect(await plan()).toMatchObject({ status: "Ended", paid: 100 });
  expect(await alertsOf(scene)).toEqual([{ kind: "debit_unexplained", reference: lost?.id, reason: "lost" }]);
});
