import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { advance, collectDue } from "../../lib/plans/collect";
import { timed } from "../../packages/dates/time";
import { createDeps } from "../../server/instance/deps";
import { parseSettings } from "../../server/settings/env";
import { migrateDatabase } from "../../tools/migrator";
import { startPostgres } from "../../tools/postgres/postgres.mjs";
import { testHelpIfAsked } from "../run/help.mjs";
import { makeAccount } from "../support/accounts";
import { planBody } from "../support/bodies";
import { chances } from "../support/unreliable-debits";
import { makeCollege, signed } from "./growth-times";

testHelpIfAsked("bench:collection");

/**
 * Collects plans of weekly, fortnightly and monthly payments over two years of the sandbox's clock: two services work on
 * them side by side. Some responses of the processor are lost, and some of its reports come twice and out of order.
 * The database is durable. The processor's list must then agree with ours to the cent.
 */
const { values } = parseArgs({
  options: {
    plans: { type: "string", default: "500" },
    seed: { type: "string", default: "20261127" },
  },
});
const PLANS = Number(values.plans);
const SEED = Number(values.seed);
const DAYS = 790;
const KINDS = [
  { payment_frequency: "Weekly", number_of_instalments: 104 },
  { payment_frequency: "Fortnightly", number_of_instalments: 52 },
  { payment_frequency: "Monthly", number_of_instalments: 24 },
] as const;
/** Cents of .92 lose the processor's response, and .93 has it report twice and out of order. */
const AMOUNTS = [25, 25, 25, 25, 25, 25, 25, 25, 24.92, 24.93];

const say = (line: string) => process.stderr.write(`${line}\n`);
const folder = mkdtempSync(join(tmpdir(), "collection-"));
const cluster = await startPostgres({ name: `collection-${process.pid}`, dataRoot: folder });
try {
  await migrateDatabase(cluster.url);
  const settings = parseSettings({
    DATABASE_URL: cluster.url,
    APP_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
    MAIL_KEEP: "on",
    LOG_LEVEL: "silent",
    NODE_ENV: "test",
  });
  const [first, second] = [0, 1].map(() => timed(createDeps(settings, { serves: false }), () => new Date()));
  if (!first || !second) throw new Error("No services");
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} });
  const college = await makeCollege(first);
  await makeAccount(first, college, ["unused-secret"]);
  const chance = chances(SEED);
  let start = performance.now();
  const lap = () => {
    const seconds = (performance.now() - start) / 1000;
    start = performance.now();
    return seconds;
  };
  for (let made = 0; made < PLANS; made++) {
    const kind = KINDS[chance(KINDS.length)] ?? KINDS[0];
    const amount = AMOUNTS[chance(AMOUNTS.length)] ?? 25;
    const total = Math.round(kind.number_of_instalments * amount * 100) / 100;
    const student = { student: { email: `student-${made}@example.com` } };
    const pricing = { course_price: total, amount_to_finance: total };
    const plan = { ...kind, instalment_amount: amount };
    await signed(first, college, planBody(college, { ...student, pricing, plan }));
  }
  say(`${PLANS} plans signed in ${lap().toFixed(0)} s`);

  let isOver = false;
  const beside = (async () => {
    while (!isOver)
      await collectDue(
        second,
        () => new Date(),
        () => !isOver,
      );
  })();
  for (let day = 0; day < DAYS; day += 10) {
    await advance(first, college.id, 10);
    await sql`update debit set due_at = now() where status = 'Sending'`;
  }
  isOver = true;
  await beside;
  const seconds = lap();
  const [found] = await sql`
    select (select count(*)::int from debit) as debits,
      (select count(*)::int from sandbox_gateway.debit) as theirs,
      (select count(*)::int from (select 1 from debit where status in ('Sending', 'Sent', 'Paid')
        group by checkout_id, number having count(*) > 1) d) as double,
      (select count(*)::int from payment_plan where status = 'Completed') as completed,
      (select sum(amount_cents)::bigint from debit where status = 'Paid') =
        (select sum(financed_cents)::bigint from payment_plan) as agrees`;
  const rate = Math.round((found?.debits ?? 0) / seconds);
  process.stdout.write(
    `${JSON.stringify({ seed: SEED, plans: PLANS, days: DAYS, seconds: Math.round(seconds), rate, ...found }, null, 1)}\n`,
  );
  await sql.end();
  await Promise.all([first.close(), second.close()]);
} finally {
  await cluster.stop();
  for (const left of [folder, cluster.data, cluster.logFile]) rmSync(left, { recursive: true, force: true });
}
