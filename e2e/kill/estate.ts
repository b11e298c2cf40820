import { once } from "node:events";
import { expect, inject, type TestContext } from "vitest";
import type { CrashPoint } from "../../lib/crash-point";
import { Api } from "../support/api";
import { makeEstate } from "../support/gateway";
import { database, makeProvider } from "../support/provider";
import type { Door, RunningProcess } from "../support/stack";

/** What the contract promises: finished within this time of the crash, without a retry by the client. */
export const RIGHT_WITHIN_SECONDS = 120;

/** A database, a gateway and servers for one test. The service learns of outcomes through the gateway's port only. */
export async function setUp({ onTestFinished }: TestContext) {
  const estate = await makeEstate(inject("cluster"));
  onTestFinished(() => estate.stop());
  const db = database(estate.databaseUrl);
  const provider = await makeProvider({}, db);
  return { estate, db, provider, at: (url: string) => new Api(url, provider.key) };
}

type Setting = Awaited<ReturnType<typeof setUp>>;

/** A server that kills itself at that point. */
export async function doomed({ estate, at }: Setting, point: CrashPoint, door: Door = "server") {
  const service = await estate.service({ CRASH_AT: point }, door);
  return { service, client: at(service.url) };
}

/** The connection dies with the process, which `kill -9` ended. */
export async function expectDeath(service: RunningProcess, asked: Promise<unknown>): Promise<void> {
  await expect(asked).rejects.toThrow("fetch failed");
  if (service.child.signalCode === null) await once(service.child, "exit");
  expect(service.child.signalCode).toBe("SIGKILL");
}

/** Another server of the same build, which nothing kills. */
export async function restarted({ estate, at }: Setting, door: Door = "server"): Promise<Api> {
  return at((await estate.service({}, door)).url);
}
