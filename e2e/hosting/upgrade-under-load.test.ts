import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pass } from "node:timers/promises";
import postgres from "postgres";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { migrateDatabase } from "../../drizzle/migrate";
import type { Body } from "../support/bodies";
import { runCommand } from "../support/commands";
import { makeEmptyDatabase } from "../support/database";
import { entriesOf, migrationsFolder } from "../support/migrations";
import { database, makeCourse, makeProvider } from "../support/provider";
import { settingsOf, start, startServer } from "../support/stack";
import { copyCheckouts } from "./bulk";
import { buildCommit, serveBuild, whyNoBuildOf } from "./old-build";
import { Traffic } from "./traffic";

/** The last commit with migrations up to 0012, from which on a build serves while its database is migrated. D-187 */
const SERVES_DURING = { commit: "9c5206e", migrations: 13 };
/** The first with 0015, from which on servers may be replaced one after the other. */
const SERVES_BESIDE = "fca6bf2";
const ROWS = 100_000;
/** Milliseconds of traffic before, after, and beside the new build. */
const SOME_MS = 5_000;
/** What the longest answer may take more than the longest one before, on a machine with nothing else to do. */
const QUIET_MS = 1_000;
/** Two builds, on a busy machine: only what hangs takes as long. */
const HANGS_MS = 3_600_000;

const reason = whyNoBuildOf(SERVES_DURING.commit) || whyNoBuildOf(SERVES_BESIDE);

describe.skipIf(reason !== "")(
  `${ROWS} enrolments in the schema of an earlier release${reason && ` (${reason})`}`,
  () => {
    it("are migrated while that build serves, and earlier servers are replaced one after the other", {
      timeout: HANGS_MS,
    }, async () => {
      const [during, beside] = [await buildCommit(SERVES_DURING.commit), await buildCommit(SERVES_BESIDE)];
      const url = await makeEmptyDatabase(inject("cluster"));
      await migrateDatabase(url, { folder: migrationsFolder(SERVES_DURING.migrations) }).catch((error) => {
        // The schedules that it records last have no column yet.
        if (error.code !== "42703") throw error;
      });
      const provider = await makeProvider({}, database(url));
      await makeCourse(provider, {}, database(url));
      const appKeys = `1:${randomBytes(32).toString("base64")}`;
      const settings = settingsOf(url, appKeys, randomBytes(24).toString("base64url"));
      const old = await Promise.all([serveBuild(during, settings), serveBuild(during, settings)]);
      for (const { stop } of old) onTestFinished(() => stop());
      const traffic = new Traffic(
        old.map((server) => server.url),
        provider,
      );

      const models = [await traffic.plan(), await traffic.plan()];
      await traffic.cancel(models[1]!);
      const sql = postgres(url, { max: 1, onnotice: () => {} });
      onTestFinished(() => sql.end());
      await copyCheckouts(sql, ROWS / models.length);
      await Promise.all([traffic.round(), traffic.round()]);
      traffic.answered.length = 0;

      traffic.begin();
      onTestFinished(() => traffic.end());
      await pass(SOME_MS);
      const from = performance.now();
      const before = traffic.longest(0, from);
      const said = await migrateAsAnOperator(settings);
      const to = performance.now();
      await pass(SOME_MS);
      await traffic.end();
      const longest = traffic.longest(from, to);
      for (const [at, { line, moment }] of said.entries()) {
        const since = said[at - 1]?.moment ?? from;
        console.error(`${line} (longest answer meanwhile: ${traffic.longest(since, moment)} ms)`);
      }
      console.error(
        `Longest answer: before ${before} ms, during ${longest} ms, after ${traffic.longest(to)} ms`,
      );
      expect(traffic.wrong).toEqual([]);
      expect(traffic.answered.filter((one) => one.from > to).length).toBeGreaterThan(0);
      const applied = entriesOf().slice(SERVES_DURING.migrations);
      expect(said.map(({ line }) => line)).toEqual(
        expect.arrayContaining(applied.map(({ tag }) => expect.stringMatching(`^${tag}: `))),
      );
      expect(longest, "the longest answer, in milliseconds").toBeLessThan(QUIET_MS + 5 * before);

      await Promise.all(old.map((server) => server.stop()));
      // Plans that these servers made after the first time have no schedule yet. D-119
      await migrateDatabase(url);
      const [former, server] = [await serveBuild(beside, settings), await startServer("server", settings)];
      for (const { stop } of [former, server]) onTestFinished(() => stop());
      traffic.servers = [former.url, server.url];
      for (const model of models) {
        const answers = [await traffic.status(model), await traffic.status(model)];
        expect(answers[0]).toMatchObject({ checkout: { checkout_id: model.checkout.checkout_id } });
        expect(withoutAddresses(answers[1]!)).toEqual(withoutAddresses(answers[0]!));
      }
      traffic.answered.length = 0;
      traffic.begin();
      await pass(SOME_MS);
      await traffic.end();
      expect(traffic.wrong).toEqual([]);
      expect(traffic.answered.length).toBeGreaterThan(0);

      const check = await runCommand("check:integrity", [], settings);
      expect(check.said).toBe("");
      const known = check.rows.find(({ invariant }) => invariant === "order_has_one_live_checkout");
      expect(known!.looked_at).toBeGreaterThan(ROWS);
    });
  },
);

/** Each server writes its own into what it answers. */
const withoutAddresses = (answer: Body): Body =>
  JSON.parse(JSON.stringify(answer).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, ""));

/** `npm run db:migrate`. @returns what it said, and when */
async function migrateAsAnOperator(settings: Record<string, string>) {
  const said: { line: string; moment: number }[] = [];
  const { child, output } = start(["--import", "tsx", "scripts/migrate.ts"], settings);
  child.stdout!.on("data", (text) => {
    for (const line of String(text).trim().split("\n")) said.push({ line, moment: performance.now() });
  });
  const [code] = await once(child, "close");
  expect(code, output()).toBe(0);
  return said;
}
