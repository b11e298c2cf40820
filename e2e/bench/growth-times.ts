import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import { authoriseInSandbox } from "../../lib/checkout/authorise";
import { cancel } from "../../lib/checkout/cancel";
import { confirmByStudent } from "../../lib/checkout/confirm";
import type { CreateBy } from "../../lib/checkout/context";
import { create } from "../../lib/checkout/create";
import { getStatus, list } from "../../lib/checkout/read";
import { readCreate } from "../../lib/contract/create";
import type { ListFilter } from "../../lib/db/checkout-lists";
import { findProvider } from "../../lib/db/providers";
import { type Id, idFromUuid, newId } from "../../lib/domain/ids";
import type { EventType } from "../../lib/domain/states";
import { createEndpoint } from "../../lib/events/endpoints";
import { listEvents } from "../../lib/events/read";
import { tick } from "../../lib/jobs/tick";
import { advance } from "../../lib/plans/collect";
import type { Timed } from "../../packages/dates/time";
import type { Deps } from "../../server/instance/deps";
import { makeAccount } from "../support/accounts";
import { type Body, payNowBody, planBody } from "../support/bodies";
import { makeProvider, type TestProvider } from "../support/provider";

/** Medians, in milliseconds. */
export type Times = Record<string, number>;

export interface College extends TestProvider {
  by(): CreateBy;
}

/** What one tick of background work finds due. */
const DUE = 20;

/**
 * Of ten checkouts six are plans that were signed, three are paid by card, and one is cancelled. Elsewhere `d` is a plan
 * that is collected, `f` one whose debits fail, and `o` one that nobody has signed.
 */
const MIX = "ppppppcccx";

/** A provider, and how requests of its server come. */
export async function makeCollege(deps: Timed<Deps>): Promise<College> {
  const made = await makeProvider({}, deps.db);
  const provider = (await findProvider(deps.db, made.code))!;
  return {
    ...made,
    by: () => ({
      provider,
      actor: { kind: "api_key", keyId: newId("key") },
      requestId: newId("req"),
      ipAddress: "203.0.113.7",
      userAgent: "bench",
      idempotencyKey: randomBytes(12).toString("hex"),
      warnings: [],
    }),
  };
}

/** In these, two payments of a collected plan are debited. */
const DEBITED_DAYS = 35;

/** A plan of four payments. */
const collected = (amount: number): Body => ({
  pricing: { course_price: amount * 4, amount_to_finance: amount * 4 },
  plan: { payment_frequency: "Fortnightly", number_of_instalments: 4, instalment_amount: amount },
});

/** A provider with an endpoint and ten checkouts, all of whose webhooks and mails went out. */
export async function makeOriginals(deps: Timed<Deps>, receiver: string, mix = MIX): Promise<College> {
  const college = await makeCollege(deps);
  await createEndpoint(deps, college.id, { url: receiver, description: null, event_types: [] });
  let account: unknown;
  for (const [at, kind] of [...mix].entries()) {
    const student = { student: { email: `student-${at}@example.com` } };
    if (kind === "d") account ??= await makeAccount(deps, college, ["unused-secret"]);
    const body =
      kind === "c"
        ? payNowBody(college, student)
        : planBody(college, { ...student, ...(account ? collected(kind === "f" ? 300.91 : 300 + at) : {}) });
    const id = await created(deps, college, body);
    if (kind === "x") await cancel(deps, college.by(), id);
    if ("pdf".includes(kind)) await confirmed(deps, college, await authorised(deps, college, id));
  }
  if (account) {
    await advance(deps, college.id, DEBITED_DAYS);
    await deps.db.execute("update provider set clock_days = 0");
  }
  await tick(deps);
  // Only a sandbox keeps what a mail said.
  await deps.db.execute(
    "update email set status = 'sent', subject = null, text_body = null, html_body = null where status = 'kept'",
  );
  return college;
}

async function created(deps: Timed<Deps>, { by }: College, body: Body): Promise<Id<"chk">> {
  const answer = await create(deps, by(), readCreate(body).value);
  const text = "bytes" in answer ? String(answer.bytes) : JSON.stringify(answer);
  return /chk_[0-9a-z]{26}/.exec(text)![0] as Id<"chk">;
}

async function authorised(deps: Timed<Deps>, { by }: College, id: Id<"chk">) {
  await authoriseInSandbox(deps, by(), id, "success");
  return id;
}

export async function signed(deps: Timed<Deps>, college: College, body: Body): Promise<Id<"chk">> {
  const id = await authorised(deps, college, await created(deps, college, body));
  await confirmed(deps, college, id);
  return id;
}

const confirmed = (deps: Timed<Deps>, { by }: College, id: Id<"chk">) => confirmByStudent(deps, by(), id);

/** One size: its own database, and the use cases over it. */
export interface Place {
  checkouts: number;
  deps: Timed<Deps>;
  college: College;
  sql: Sql;
}

interface Task {
  what: string;
  runs: number;
  /** Prepared before the clock is started. */
  run(place: Place, at: number): Promise<() => Promise<unknown>>;
}

const now = (work: (place: Place) => Promise<unknown>) => async (place: Place) => () => work(place);

const listed = ({ deps, college }: Place, filter: Partial<ListFilter>) =>
  list(deps, college.id, { limit: 20, ...filter });
const eventsOf = ({ deps, college }: Place, type?: EventType) =>
  listEvents(deps, college.id, { limit: 20, type });

/** One of the last thousand, whose pages are in memory as a provider's are that works on it, or one of all. */
async function oneOf({ sql, checkouts }: Place, which: "recent" | "any") {
  const from = which === "recent" ? checkouts - 1_000 : 0;
  const number = from + Math.floor(Math.random() * (checkouts - from));
  const [row] = await sql<{ id: string; order: string }[]>`
    select growth.id(id, i) as id, provider_order_id || '-' || i as order
    from (select ${number}::int as i) i
    join (select *, row_number() over (order by id) - 1 as turn, count(*) over () as many from growth.checkout) o on o.turn = i % many`;
  return { id: idFromUuid("chk", row!.id), order: row!.order };
}

const PDF = Buffer.alloc(4_000, 1);
const SHA256 = createHash("sha256").update(PDF).digest("hex");

const TASKS: readonly Task[] = [
  ...(["recent", "any"] as const).map(
    (which): Task => ({
      what: `status, ${which}`,
      runs: 1_000,
      run: async (place) => {
        const { id } = await oneOf(place, which);
        return () => getStatus(place.deps, place.college.id, id, true);
      },
    }),
  ),
  { what: "list, newest", runs: 200, run: now((place) => listed(place, {})) },
  { what: "list, signed", runs: 200, run: now((place) => listed(place, { checkoutStatus: "Confirmed" })) },
  {
    what: "list, rare status",
    runs: 30,
    run: now((place) => listed(place, { checkoutStatus: "Payment Failed" })),
  },
  { what: "list, expired", runs: 30, run: now((place) => listed(place, { checkoutStatus: "Expired" })) },
  ...(["recent", "any"] as const).map(
    (which): Task => ({
      what: `search by order, ${which}`,
      runs: 1_000,
      run: async (place) => {
        const { order } = await oneOf(place, which);
        return () => listed(place, { providerOrderId: order });
      },
    }),
  ),
  { what: "events, newest", runs: 200, run: now((place) => eventsOf(place)) },
  { what: "events, rare type", runs: 30, run: now((place) => eventsOf(place, "checkout.expired")) },
  {
    what: "create, plan",
    runs: 300,
    run: now(({ deps, college }) => created(deps, college, planBody(college, person()))),
  },
  {
    what: "create, card",
    runs: 200,
    run: now(({ deps, college }) => created(deps, college, payNowBody(college, person()))),
  },
  {
    what: "confirm, its PDF aside",
    runs: 200,
    run: async ({ deps, college }) => {
      const id = await authorised(deps, college, await created(deps, college, planBody(college, person())));
      const agreements = { ...deps.agreements, render: async () => ({ pdf: PDF, sha256: SHA256 }) };
      return () => confirmed({ ...deps, agreements }, college, id);
    },
  },
  {
    what: "tick, nothing due",
    runs: 60,
    run: async ({ deps }) => {
      await drained(deps);
      return () => tick(deps);
    },
  },
  {
    what: `tick, ${DUE} events due`,
    runs: 25,
    run: async ({ deps, college }) => {
      await drained(deps);
      for (let made = 0; made < DUE; made++) await created(deps, college, planBody(college, person()));
      return () => tick(deps);
    },
  },
];

/**
 * What each use case takes at each size. Sizes take turns, call by call, so that whatever else the machine does slows all
 * of them alike; the first fifth of calls warms up.
 */
export async function timesAt(places: readonly Place[]): Promise<Times[]> {
  const all = places.map((): Times => ({}));
  for (const { what, runs, run } of TASKS) {
    const took = places.map((): number[] => []);
    for (let at = 0; at < runs; at++)
      for (const [index, place] of places.entries()) {
        const work = await run(place, at);
        const from = performance.now();
        await work();
        if (at >= runs / 5) took[index]!.push(performance.now() - from);
      }
    for (const [index, times] of took.entries())
      all[index]![what] = times.sort((one, other) => one - other)[Math.floor(times.length / 2)]!;
  }
  return all;
}

const person = (): Body => ({ student: { email: `s-${randomBytes(6).toString("hex")}@example.com` } });

async function drained(deps: Timed<Deps>): Promise<void> {
  while ((await tick(deps)).remaining > 0);
}
