/** One scenario: an estate, the service over it, traffic, faults, and what must hold at the end. */
import { expect, inject, onTestFinished } from "vitest";
import { createVault } from "../../lib/crypto/vault";
import { openDatabase } from "../../lib/db/client";
import { newWebhookSecret } from "../../packages/net/signature";
import { checkIntegrity } from "../../tools/integrity/check";
import { depsHere } from "../support/here";
import { makeProvider, type TestProvider } from "../support/provider";
import { startReceiver } from "../webhooks/receiver";
import { makeEndpoint } from "../webhooks/scene";
import { startEstate } from "./estate";
import { Journal } from "./journal";
import { judge, untilQuiet } from "./judge";
import { startLoad } from "./load";
import { startPooler } from "./pooler";
import { type Settings, startService } from "./service";
import { startWire } from "./wire";

/**
 * How the service reaches its database: through a proxy, by the addresses of both hosts, or through PgBouncer behind a
 * proxy.
 */
export type Way = "proxy" | "hosts" | "pooler";

const PROVIDERS = 3;
/** Only what hangs takes as long. */
export const PATIENCE = { timeout: 900_000 };
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export type Scene = Awaited<ReturnType<typeof setScene>>;

/** The service at work over a primary and its standby, until the test is over. */
export async function setScene(way: Way = "proxy") {
  const estate = await startEstate();
  const wire = await startWire(estate.primary.port);
  const byWire = wire.through(estate.serviceUrl());
  const pooler = way === "pooler" ? await startPooler({ databaseUrl: byWire, mode: "transaction" }) : null;
  const ways = {
    proxy: { DATABASE_URL: byWire },
    hosts: { DATABASE_URL: estate.multiHostUrl() },
    pooler: { DATABASE_URL: pooler?.url ?? "", DATABASE_PREPARE: "off" },
  };
  const service = await startService(inject("cluster"), ways[way]);
  const { providers, receiver } = await provide(estate.primary.url, service.settings.APP_KEYS!);
  const journal = new Journal();
  const load = startLoad({ servers: service.servers, providers, journal });
  const pids = service.pids();
  onTestFinished(async () => {
    await service.stop();
    await receiver.stop();
    await pooler?.stop();
    await wire.close();
    estate.stop();
  });
  return {
    estate,
    journal,
    load,
    /** Everything is at work: each server has answered so often. */
    async warm(answers = 40) {
      while (journal.entries.length < answers) await pause(100);
    },
    /** Makes the standby the primary and sends the wire there; what is open on it is cut, or stays as it is. */
    async failOver(isCut: boolean): Promise<number> {
      const at = await estate.promote();
      wire.aim(estate.primary.port);
      if (isCut) wire.cut();
      return at;
    },
    /** Ends the traffic. Nothing was lost, and no process ended or was started again. */
    async end(): Promise<void> {
      await load.stop();
      await untilQuiet(estate.primary.url).catch((error: Error) => journal.violation(error.message));
      const found = await judge({ journal, service, databaseUrl: estate.primary.url, receiver });
      found.push(...(await integrityFaults({ ...service.settings, DATABASE_URL: estate.primary.url })));
      expect([...service.ended(), ...found].slice(0, 20)).toEqual([]);
      expect(service.pids(), "the service was restarted").toEqual(pids);
    },
  };
}

/** What `npm run check:integrity` finds. */
async function integrityFaults(settings: Settings): Promise<string[]> {
  const deps = depsHere(settings);
  const verdicts = await checkIntegrity(deps);
  await deps.close();
  return verdicts
    .filter(({ violations }) => violations > 0)
    .map(({ invariant, violations, ids }) => `${invariant}: ${violations} violations: ${ids.join(", ")}`);
}

/** Providers with an endpoint each, all at one receiver. */
async function provide(databaseUrl: string, appKeys: string) {
  const secret = newWebhookSecret();
  const receiver = await startReceiver(secret);
  const database = openDatabase({ url: databaseUrl, poolSize: 1, prepare: true, name: "test" });
  const vault = createVault(appKeys);
  const providers: TestProvider[] = [];
  for (let n = 0; n < PROVIDERS; n++) {
    const provider = await makeProvider({}, database.db);
    await makeEndpoint({ db: database.db, vault }, provider, { url: receiver.url, secret });
    providers.push(provider);
  }
  await database.close();
  return { providers, receiver };
}

/** How long after a moment answers still failed, in milliseconds: what was asked before and failed after counts too. */
export function windowAfter({ journal }: Scene, at: number): number {
  return Math.max(0, ...journal.unhappy().map(({ to }) => to - at));
}
