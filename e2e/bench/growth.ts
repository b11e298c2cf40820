import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type CheckoutStatus, reachableStates } from "../../lib/domain/states";
import { testHelpIfAsked } from "../run/help.mjs";
import { startGrowth } from "./growth-place";
import { type Size, sizes } from "./growth-rows";
import { type Place, type Times, timesAt } from "./growth-times";

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
const say = (line: string) => process.stderr.write(`${line}\n`);

const { placeOf, end } = await startGrowth();

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
  await end(places);
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
