import { expect, inject, onTestFinished } from "vitest";
import { Api } from "../support/api";
import { makeDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { type Here, serveHere } from "../support/here";
import { makeProvider } from "../support/provider";
import type { Printed } from "../support/runbooks";

export async function serve(settings: Record<string, string>): Promise<Here> {
  const here = await serveHere(settings);
  onTestFinished(() => here.stop());
  return here;
}

/** The service over a database of the test's own, and what its commands are run with. */
export async function place(changes: Record<string, string> = {}) {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const settings = {
    ...settingsOver(databaseUrl),
    LOG_LEVEL: "silent",
    BASE_URL: "http://localhost:3000",
    ...changes,
  };
  const { url, deps } = await serve(settings);
  const { db } = deps;
  const provider = await makeProvider({}, db);
  return { databaseUrl, settings, url, deps, db, provider, client: new Api(url, provider.key) };
}

export const row = ({ rows }: Printed, check: string) => rows.find((one) => one.check === check);
export const alerts = ({ rows }: Printed, kind: string) => rows.filter((one) => one.kind === kind);
export const isSound = ({ rows, said }: Printed) => {
  expect(said).toBe("");
  const verdicts = rows.filter(({ invariant }) => invariant);
  expect(verdicts.length).toBeGreaterThan(10);
  expect(verdicts.filter(({ violations }) => violations !== 0)).toEqual([]);
};
