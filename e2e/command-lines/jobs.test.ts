import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { checkout } from "../../drizzle/schema";
import { type Id, newId } from "../../lib/domain/ids";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import { Api } from "../support/api";
import { cardToken } from "../support/bodies";
import { runCommand } from "../support/commands";
import { makeDatabase } from "../support/database";
import { serveHere } from "../support/here";
import { database, makeProvider } from "../support/provider";
import { startedPlan } from "../support/scenes";
import { settingsOf } from "../support/stack";

/** A database of the test's own, and the command line over it. */
async function place() {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const appKeys = `1:${Buffer.alloc(32).toString("base64")}`;
  const settings = { ...settingsOf(databaseUrl, appKeys, inject("stack").jobsSecret), LOG_LEVEL: "silent" };
  return {
    db: database(databaseUrl),
    settings,
    jobs: (...args: string[]) => runCommand("jobs", args, settings),
  };
}

describe("npm run jobs", () => {
  it("lists and resolves alerts; one that an operator resolved stays so", async () => {
    const { db, jobs } = await place();
    const provider = await makeProvider({}, db);
    const key = newId("cat");
    // Nobody asked for this charge.
    await createSandboxGateway(db).charge({
      key,
      providerId: provider.id,
      providerOrderId: "ORD-ORPHAN",
      amountCents: 4_200,
      token: cardToken(),
    });
    expect(await jobs("reconcile")).toEqual({
      code: 0,
      said: "",
      rows: [{ charges: 1, raised: 1, resolved: 0 }],
    });
    const [alert] = (await jobs("alerts")).rows;
    expect(alert).toMatchObject({
      alert_id: expect.stringMatching(/^alt_/),
      kind: "orphan_charge",
      reference: key,
      charged_cents: 4_200,
      resolved_at: null,
    });
    const { alert_id } = alert as { alert_id: Id<"alt"> };
    expect((await jobs("resolve", "--alert", alert_id)).rows).toMatchObject([{ resolved_by: "operator" }]);
    expect((await jobs("alerts")).rows).toEqual([]);
    expect((await jobs("reconcile")).rows).toMatchObject([{ raised: 0 }]);
    expect((await jobs("alerts", "--all")).rows).toMatchObject([{ alert_id, resolved_by: "operator" }]);
    expect((await jobs("tick")).rows).toMatchObject([{ recovered: 0, expired: 0, remaining: 0 }]);
  });

  it("reconcile says what to do where the gateway gives no list", async () => {
    const { settings } = await place();
    const away = { GATEWAY_URL: "http://127.0.0.1:1", GATEWAY_ID: "away", GATEWAY_SECRET: "s".repeat(32) };
    const { code, said } = await runCommand("jobs", ["reconcile"], { ...settings, ...away });
    expect(code).toBe(1);
    expect(said).toMatch(/^The gateway did not list its charges: .+\. Try again/);
    expect(said).not.toMatch(/\n +at /);
  });

  it("goes by the database's clock where this machine's is ahead", async () => {
    const { db, settings, jobs } = await place();
    const here = await serveHere(settings);
    onTestFinished(() => here.stop());
    const provider = await makeProvider({}, db);
    const { id } = await startedPlan(new Api(here.url, provider.key), provider);
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    await db.update(checkout).set({ expiresAt: inMinutes(2) });
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ["Date"], now: inMinutes(60 * 24) });
    expect((await jobs("tick")).rows).toMatchObject([{ expired: 0 }]);
    expect(await db.select({ id: checkout.id, status: checkout.checkoutStatus }).from(checkout)).toEqual([
      { id, status: "Awaiting Direct Debit" },
    ]);
  });

  it("knows no alert that there is not, and tells settings that the work cannot do without", async () => {
    const { jobs } = await place();
    expect(await jobs("resolve", "--alert", newId("alt"))).toMatchObject({
      code: 1,
      said: expect.stringContaining("there is no such alert"),
    });
    expect((await jobs("resolve", "--alert", "alt_1")).said).toContain("an alert's id is alt_");
    expect((await jobs("never-made", "--charge", newId("cat"))).said).toContain(
      "there is no open charge with this id",
    );
    expect((await jobs("never-made", "--charge", "cat_1")).said).toContain("the reference of its alert");
    expect((await runCommand("jobs", ["tick"])).said).toContain("APP_KEYS");
  });
});
