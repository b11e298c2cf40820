import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { type CheckoutStatus, reachableStates } from "../../lib/domain/states";
import { timed } from "../../packages/dates/time";
import { createDeps } from "../../server/instance/deps";
import { parseSettings } from "../../server/settings/env";
import { migrateDatabase } from "../../tools/migrator";
import { startPostgres } from "../../tools/postgres/postgres.mjs";
import { testHelpIfAsked } from "../run/help.mjs";
import { insertClones, prepareClones, type Size, sizes } from "./growth-rows";
import { makeOriginals, type Place, type Times, timesAt } from "./growth-times";

testHelpIfAsked("bench:growth");

/**
 * How much slower the service's work is with many checkouts than with few: the same use cases on one provider's tables of
 * several sizes, in a durable PostgreSQL of its own. Then what many changes of status leave behind. Takes a few minutes
 * for 100,000 checkouts, and for 2,000,000 about an hour and 30 GB of disk.
 *
 *     node --import tsx e2e/bench/growth.ts --sizes 1000,100000 --changes 100000
 */
const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,100000" },
    changes: { type: "string", default: "100000" },
    json: { type: "string" },
  },
});
const wanted = values.sizes.split(",").map(Number);
const BATCH = 20_000;
const say = (line: string) => process.stderr.write(`${line}\n`);

const folder = mkdtempSync(join(tmpdir(), "growth-"));
const cluster = await startPostgres({
  name: `growth-${process.pid}`,
  dataRoot: folder,
  settings: { shared_buffers: "1GB", max_wal_size: "4GB", checkpoint_timeout: "15min" },
});
const receiver = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(204).end());
}).listen(0, "127.0.0.1");
await once(receiver, "listening");
const hooks = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

/** A database with so many checkouts, and the service over it. */
async function placeOf(checkouts: number): Promise<Place> {
  const name = `growth_${checkouts}`;
  const admin = postgres(cluster.url, { max: 1 });
  await admin.unsafe(`create database ${name}`);
  await admin.end();
  const url = new URL(cluster.url);
  url.pathname = name;
  await migrateDatabase(url.href);
  const settings = {
    DATABASE_URL: url.href,
    APP_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
    WEBHOOK_ALLOW_LOOPBACK: "on",
    MAIL_KEEP: "on",
    LOG_LEVEL: "silent",
    NODE_ENV: "test",
  };
  const deps = timed(createDeps(parseSettings(settings), { serves: false }), () => new Date());
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  const college = await makeOriginals(deps, hooks);
  await prepareClones(sql);
  const start = performance.now();
  await durable(sql, false);
  for (let made = 0; made < checkouts; made += BATCH)
    await insertClones(sql, made, Math.min(checkouts, made + BATCH));
  await sql.unsafe("vacuum analyze");
  await durable(sql, true);
  await sql.unsafe("checkpoint");
  say(`${checkouts} checkouts are there after ${((performance.now() - start) / 1000).toFixed(0)} s`);
  return { checkouts, deps, college, sql };
}

/** Rows are made without waiting for the disk; nothing is measured meanwhile. */
async function durable(sql: postgres.Sql, isOn: boolean): Promise<void> {
  for (const name of ["fsync", "full_page_writes"])
    await sql.unsafe(`alter system set ${name} = ${isOn ? "on" : "off"}`);
  await sql`select pg_reload_conf()`;
}

const authorisationOf = (status: CheckoutStatus) =>
  reachableStates().find(({ checkout }) => checkout === status)!.authorisation;

/** Status changes as they come: a thousand here and there, each committed. Signed plans go back and forth. */
async function change({ sql, checkouts }: Place, many: number): Promise<void> {
  const [one, other] = ["Confirmed", "Awaiting Confirmation"] as const;
  for (let done = 0; done < many; done += 1_000)
    await sql`
      update checkout set updated_at = updated_at + interval '1 second', last_sequence = last_sequence + 1,
        checkout_status = case checkout_status when ${one} then ${other} else ${one} end,
        authorisation_status = case checkout_status when ${one} then ${authorisationOf(other)} else ${authorisationOf(one)} end
      where payment_type <> 'upfront_payment' and checkout_status in (${one}, ${other}) and (provider_id, id) in (
        select o.provider_id, growth.id(o.id, i)
        from (select floor(random() * ${checkouts})::int as i from generate_series(1, 1700)) i
        join (select *, row_number() over (order by id) - 1 as turn, count(*) over () as many from growth.checkout) o
          on o.turn = i % o.many)`;
}

interface Stage {
  checkouts: number;
  times: Times;
  sizes: Size[];
}

const places: Place[] = [];
try {
  for (const size of wanted) places.push(await placeOf(size));
  const before = await Promise.all(places.map(({ sql }) => sizes(sql)));
  const times = await timesAt(places);
  const stages = places.map(({ checkouts }, at) => ({ checkouts, times: times[at]!, sizes: before[at]! }));
  say(tableOf(stages));
  const largest = places.at(-1)!;
  const many = Number(values.changes);
  const were = await sizes(largest.sql);
  await change(largest, many);
  const at = { once: await sizes(largest.sql), later: were };
  if (many > 0) {
    // Autovacuum looks once a minute.
    await new Promise((resolve) => setTimeout(resolve, 90_000));
    at.later = await sizes(largest.sql);
    say(
      `After ${many} changes:\n${changesOf(were, at.once)}\nAnd 90 seconds later:\n${changesOf(were, at.later)}`,
    );
  }
  const result = JSON.stringify({ stages, changes: many, were, ...at }, null, 1);
  if (values.json) writeFileSync(values.json, result);
  else process.stdout.write(`${result}\n`);
} finally {
  receiver.close();
  receiver.closeAllConnections();
  for (const { deps, sql } of places) await Promise.all([deps.close(), sql.end()]);
  await cluster.stop();
  for (const left of [folder, cluster.data, cluster.logFile]) rmSync(left, { recursive: true, force: true });
}

/** Medians in milliseconds, each size beside the first. */
function tableOf(all: Stage[]): string {
  const rows = Object.keys(all[0]!.times).map((what) => {
    const cells = all.map(({ times }) => {
      const ratio = times[what]! / all[0]!.times[what]!;
      return `${times[what]!.toFixed(2)} ms (${ratio.toFixed(2)})`;
    });
    return `| ${[what, ...cells].join(" | ")} |`;
  });
  const bytes = all.map(({ checkouts, sizes: of }) => {
    const sum = of.reduce((total, { heap, indexes, toast }) => total + heap + indexes + toast, 0);
    return `${Math.round(sum / checkouts)} bytes`;
  });
  return [
    `| | ${all.map(({ checkouts }) => checkouts).join(" | ")} |`,
    `|---|${all.map(() => "---|").join("")}`,
    ...rows,
    `| a checkout | ${bytes.join(" | ")} |`,
  ].join("\n");
}

function changesOf(before: Size[], after: Size[]): string {
  return after
    .map((now, at) => {
      const was = before[at]!;
      const growth = (one: "heap" | "indexes") => `${one} ${(now[one] / was[one]).toFixed(2)}`;
      return `${now.table}: ${now.dead} dead of ${now.rows}, ${growth("heap")}, ${growth("indexes")}`;
    })
    .join("\n");
}
