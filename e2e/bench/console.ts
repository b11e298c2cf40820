import { readFileSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { idFromUuid, newId } from "../../lib/domain/ids";
import { LIST_ORDERS } from "../../lib/domain/list-order";
import { CHECKOUT_STATUSES, PAYMENT_TYPES } from "../../lib/domain/states";
import { needsAttention } from "../../lib/staff/attention";
import type { StaffCaller } from "../../lib/staff/caller";
import { exportPage } from "../../lib/staff/export";
import { type Asked, find, PERIODS } from "../../lib/staff/find";
import { keysOf } from "../../packages/text/narrow";
import { testHelpIfAsked } from "../run/help.mjs";
import { startGrowth } from "./growth-place";

testHelpIfAsked("bench:console");

/**
 * What the slowest statement of each search, filter and order of the console takes in the database, as its role reads, among
 * many checkouts; then how much memory the CSV of all takes. With `--plans` also how PostgreSQL found it.
 *
 *     node --import tsx e2e/bench/console.ts --checkouts 200000
 */
const { values } = parseArgs({
  options: { checkouts: { type: "string", default: "200000" }, plans: { type: "boolean" } },
});
const checkouts = Number(values.checkouts);
const DAYS = 85;
const RUNS = 4;
const mix = "ppppccccxo".repeat(2) + "dddddddccf".repeat(2);
const spread = { days: DAYS, stepMs: (DAYS * 86_400_000) / checkouts, mix };

const { placeOf, end, logFile } = await startGrowth({
  session_preload_libraries: "auto_explain",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_buffers": "on",
});
const place = await placeOf(checkouts, spread);
const { deps, sql, college } = place;
const caller: StaffCaller = {
  ...{ staffId: newId("stf"), name: "Robin", email: "robin@example.com", role: "viewer", ipAddress: null },
  ...{ provider: college.by().provider, requestId: newId("req") },
};

/** What somebody looks for, of checkouts from the middle. */
const [one] = await sql<{ [name: string]: string }[]>`
  select c.id, e.request_id as request, r.receipt_number as receipt, a.id as agreement, b.bsb || ' ' || b.account_ending as account,
    p.provider_order_id as order, p.email, p.first_name || ' ' || p.last_name as name, (d.amount_cents / 100.0)::numeric(9, 2) || ' ' || d.date as debit
  from (select * from checkout order by id offset ${Math.floor(checkouts * 0.6)} limit 1) c
  join lateral (select * from checkout where id > c.id and payment_type <> 'upfront_payment' order by id limit 1) p on true
  join lateral (select * from event where request_id is not null and checkout_id = p.id limit 1) e on true
  join lateral (select * from charge_attempt where checkout_id > c.id order by checkout_id limit 1) r on true
  join lateral (select * from agreement where checkout_id > c.id order by checkout_id limit 1) a on true
  join lateral (select * from dda where bsb is not null and checkout_id > c.id order by checkout_id limit 1) b on true
  join lateral (select * from debit where checkout_id > c.id order by checkout_id limit 1) d on true`;
const searches = {
  ...{ ...one, id: idFromUuid("chk", one!.id!), request: idFromUuid("req", one!.request!) },
  ...{ agreement: idFromUuid("agr", one!.agreement!), "all of one name": "Amelia", nothing: "Nobody" },
};
const combined: [string, Asked][] = LIST_ORDERS.flatMap((sort) => [
  ...CHECKOUT_STATUSES.map((status): [string, Asked] => [`${sort}, ${status}`, { sort, status }]),
  ...PAYMENT_TYPES.map((type): [string, Asked] => [`${sort}, ${type}`, { sort, type }]),
  ...keysOf(PERIODS).map((period): [string, Asked] => [`${sort}, ${period}`, { sort, period }]),
]);
const cases: [string, () => Promise<unknown>][] = [
  ...Object.entries(searches).map(([what, q]): [string, Asked] => [`search by ${what}: ${q}`, { q }]),
  ...LIST_ORDERS.map((sort): [string, Asked] => [sort, { sort }]),
  ...combined,
].map(([what, asked]) => [what, () => find(deps, caller, asked)]);
cases.push(["needs attention", () => needsAttention(deps, caller)]);

/** The slowest statement of a part of the server's log, with its plan. */
const slowest = (log: string) =>
  [...log.matchAll(/duration: ([\d.]+) ms +plan:\n((?:\t.*\n)*)/g)]
    .map(([, ms, plan = ""]) => ({ ms: Number(ms), plan }))
    .reduce((worst, each) => (each.ms > worst.ms ? each : worst), { ms: 0, plan: "" });

try {
  await sql.unsafe("alter system set auto_explain.log_min_duration = 0");
  await sql`select pg_reload_conf()`;
  for (const [what, work] of cases) {
    const runs = [];
    for (let run = 0; run < RUNS; run++) {
      const from = statSync(logFile).size;
      await work();
      runs.push(slowest(readFileSync(logFile).subarray(from).toString()));
    }
    // Of several runs the fastest: what else the machine does slows the others.
    const { ms, plan } = runs.toSorted((a, b) => a.ms - b.ms)[0]!;
    console.log(`${ms.toFixed(1).padStart(8)} ms  ${what}`);
    if (values.plans) console.log(plan);
  }
  await sql.unsafe("alter system reset auto_explain.log_min_duration");
  await sql`select pg_reload_conf()`;
  const memory = [];
  let before: Awaited<ReturnType<typeof exportPage>>["next"] | undefined;
  let rows = 0;
  for (let page = 0; before !== null; page++) {
    if (page % Math.ceil(checkouts / 400) === 0) memory.push(Math.round(process.memoryUsage.rss() / 1e6));
    const { text, next } = await exportPage(deps, caller, {}, before ?? undefined);
    rows += text.split("\r\n").length - 1;
    before = next;
  }
  memory.push(Math.round(process.memoryUsage.rss() / 1e6));
  console.log(`CSV: ${rows} lines, resident memory on the way: ${memory.join(", ")} MB`);
} finally {
  await end([place]);
}
