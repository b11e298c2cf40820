import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { staffAct } from "../../drizzle/schema";
import { findActs, hashOfAct } from "../../lib/db/staff-acts";
import { CheckoutError } from "../../lib/domain/errors";
import { newId } from "../../lib/domain/ids";
import { recorded } from "../../lib/staff/acts";
import { database, makeProvider } from "../support/provider";
import { callerAt } from "../support/staff";

const deps = { db: database() };
const act = (reason: string, before: unknown = null) => ({
  action: "note" as const,
  checkoutId: newId("chk"),
  subject: null,
  reason,
  before,
});
const nothing = async () => ({ after: null, result: null });

async function setting() {
  const provider = await makeProvider();
  const rows = () =>
    deps.db.select().from(staffAct).where(eq(staffAct.providerId, provider.id)).orderBy(staffAct.sequence);
  return { provider, rows, caller: callerAt(provider, "support") };
}

describe("what staff do", () => {
  it("is recorded before it is done and after it, with who, why, from where, and what changed", async () => {
    const { caller, rows } = await setting();
    const asked = act("The student called", { plan: "Active" });
    const { actId, result } = await recorded(deps, caller, asked, async () => {
      expect((await rows()).map(({ step }) => step)).toEqual(["asked"]);
      return { after: { plan: "On Hold" }, result: 7 };
    });
    expect(result).toBe(7);
    const { staffId, role, requestId, ipAddress } = caller;
    const both = {
      ...{ actId, staffId, role, requestId, ipAddress, staffName: caller.name },
      ...{ action: "note", checkoutId: asked.checkoutId, reason: "The student called" },
    };
    expect(await rows()).toMatchObject([
      { ...both, sequence: 1, step: "asked", before: '{"plan":"Active"}', after: null },
      { ...both, sequence: 2, step: "done", before: null, after: '{"plan":"On Hold"}' },
    ]);
  });

  it("is recorded as refused where it is refused, with the reason, which the caller gets", async () => {
    const { caller, rows } = await setting();
    const refusal = new CheckoutError("change_too_late", "It is on its way");
    await expect(
      recorded(deps, caller, act("Stop it"), async () => {
        throw refusal;
      }),
    ).rejects.toBe(refusal);
    const [asked, refused] = await rows();
    expect(asked?.step).toBe("asked");
    expect(refused).toMatchObject({
      step: "refused",
      after: '{"code":"change_too_late","detail":"It is on its way"}',
    });
  });

  it.each([
    ["its process dies", new Error("The process is gone")],
    ["the service is not available", new CheckoutError("service_unavailable", "No database")],
  ])("stays asked for where %s before it is recorded: nobody knows whether it was done", async (_, fault) => {
    const { caller, provider, rows } = await setting();
    const dying = recorded(deps, caller, act("Refund it"), () => Promise.reject(fault));
    await expect(dying).rejects.toBe(fault);
    expect((await rows()).map(({ step }) => step)).toEqual(["asked"]);
    expect(await findActs(deps.db, provider.id, { before: 9 }, 9)).toMatchObject([{ outcome: null }]);
  });

  it("is not done where it cannot be recorded", async () => {
    const { caller, rows } = await setting();
    let isDone = false;
    const work = async () => {
      isDone = true;
      return nothing();
    };
    await expect(recorded(deps, caller, act("No text may have \0"), work)).rejects.toThrow();
    expect({ isDone, rows: await rows() }).toEqual({ isDone: false, rows: [] });
  });
});

describe("the audit log", () => {
  it("is a chain for each provider, also where many act at once", async () => {
    const { caller, rows } = await setting();
    const other = await setting();
    const half = "half of a pair: \ud83d";
    await Promise.all([
      ...[1, 2, 3, 4].map((number) => recorded(deps, caller, act(`${number} ${half}`), nothing)),
      recorded(deps, other.caller, act("of another provider"), nothing),
    ]);
    const chain = await rows();
    expect(chain.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(chain.map(hashOfAct)).toEqual(chain.map(({ hash }) => hash));
    expect(chain.map(({ previousHash }) => previousHash)).toEqual([
      "0".repeat(64),
      ...chain.slice(0, -1).map(({ hash }) => hash),
    ]);
    expect((await other.rows()).map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it("is read by checkout, by act and from the newest on, each with its outcome", async () => {
    const { caller, provider } = await setting();
    const [first, second] = [act("First"), act("Second")];
    await recorded(deps, caller, first, nothing);
    const { actId } = await recorded(deps, caller, second, nothing);
    const reasons = async (by: Parameters<typeof findActs>[2], at = provider.id) =>
      (await findActs(deps.db, at, by, 9)).map((one) => [one.act.reason, one.outcome?.step]);
    expect(await reasons({ before: 5 })).toEqual([
      ["Second", "done"],
      ["First", "done"],
    ]);
    expect(await reasons({ before: 3 })).toEqual([["First", "done"]]);
    expect(await reasons({ actId })).toEqual([["Second", "done"]]);
    expect(await reasons({ checkoutId: first.checkoutId })).toEqual([["First", "done"]]);
    expect(await reasons({ actId }, (await setting()).provider.id)).toEqual([]);
  });

  it.each([
    ["update", sql`update ${staffAct} set reason = 'nothing'`],
    ["delete", sql`delete from ${staffAct}`],
    ["truncate", sql`truncate ${staffAct}`],
  ])("takes no %s, not even from whoever owns the table", async (_, statement) => {
    const { caller, rows } = await setting();
    await recorded(deps, caller, act("It stays"), nothing);
    const fault = await deps.db.execute(statement).catch((error: Error) => error.cause ?? error);
    expect(String(fault)).toMatch(/only added|permission denied/);
    await expect(
      deps.db.transaction(async (tx) => {
        await tx.execute(sql`grant all on ${staffAct} to current_user`);
        await tx.execute(statement);
      }),
    ).rejects.toMatchObject({ cause: { code: "23001" } });
    expect(await rows()).toHaveLength(2);
  });
});
