import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { NO_WAKES, type Wakes } from "../domain/wakes";
import type { Db } from "./client";
import { createReplica } from "./replica";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

interface Server {
  standby: boolean;
  which: string;
  position: string | null;
}

/** Two servers of which a test says how far they are, and where reads come from. */
function place(changes: { primary?: Partial<Server>; replica?: Partial<Server> | null; wakes?: Wakes } = {}) {
  const servers: { primary: Server | null; replica: Server | null } = {
    primary: { standby: false, which: "one", position: "100", ...changes.primary },
    replica:
      changes.replica === null ? null : { standby: true, which: "one", position: "100", ...changes.replica },
  };
  const refused = () => Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  const dbOf = (name: "primary" | "replica") =>
    ({
      name,
      execute: async () => (servers[name] ? [servers[name]] : Promise.reject(refused())),
    }) as unknown as Db & { name: string };
  const said: string[] = [];
  const say = (_: object, message: string) => void said.push(message);
  const replica = createReplica({
    primary: dbOf("primary"),
    replica: dbOf("replica"),
    wakes: changes.wakes ?? NO_WAKES,
    log: { info: say, warn: say },
    now: () => Date.now(),
  });
  onTestFinished(() => replica.close());
  const read = () => replica.read(async (db) => (db as unknown as { name: string }).name);
  return {
    replica,
    servers,
    said,
    refused,
    read,
    async in(ms: number) {
      await vi.advanceTimersByTimeAsync(ms);
      return read();
    },
  };
}

describe("a list is read from the replica", () => {
  it("once it is known to have what the primary has, and not before", async () => {
    const { read, in: later, replica } = place();
    expect(await read()).toBe("primary");
    expect(await later(1)).toBe("replica");
    expect(replica.reads).toEqual({ replica: 1, primary: 1 });
    expect(replica.behindMs()).toBeLessThan(600);
  });

  it("however long nobody has written", async () => {
    const { read, in: later } = place();
    await read();
    expect(await later(3_600_000)).toBe("replica");
  });

  it("while it is behind by less than two seconds, and again when it has caught up", async () => {
    const { read, in: later, servers, said } = place();
    await read();
    await later(1_000);
    servers.primary!.position = "200";
    expect(await later(1_400)).toBe("replica");
    expect(await later(1_000)).toBe("primary");
    expect(await later(60_000)).toBe("primary");
    servers.replica!.position = "200";
    expect(await later(600)).toBe("replica");
    expect(said.map((line) => line.includes("from the primary"))).toEqual([false, true, false]);
  });

  it("that has what was written two seconds ago, although there is always more", async () => {
    const { read, servers, replica } = place();
    await read();
    for (let position = 100; position < 200; position += 10) {
      servers.primary!.position = String(position + 10);
      servers.replica!.position = String(position);
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(await read()).toBe("replica");
    expect(replica.behindMs()).toBeGreaterThanOrEqual(500);
  });
});

describe("a list is read from the primary, and no request fails", () => {
  it.each([
    ["the replica does not answer", { replica: null }],
    ["it is no standby", { replica: { standby: false } }],
    ["it follows another database", { replica: { which: "other" } }],
    ["it cannot tell how far it is", { replica: { position: null } }],
    ["DATABASE_URL leads to a standby", { primary: { standby: true } }],
  ])("while %s", async (_, changes) => {
    const { read, in: later } = place(changes);
    await read();
    expect(await later(10_000)).toBe("primary");
  });

  it("within two seconds after the replica was lost", async () => {
    const { read, in: later, servers } = place();
    await read();
    await later(1_000);
    servers.replica = null;
    expect(await later(2_000)).toBe("primary");
  });

  it("where the replica fails in the middle of it", async () => {
    const { read, replica, refused, in: later } = place();
    await read();
    expect(await later(1)).toBe("replica");
    const asked: string[] = [];
    const answer = await replica.read(async (db) => {
      const { name } = db as unknown as { name: string };
      asked.push(name);
      if (name === "replica") throw refused();
      return name;
    });
    expect({ answer, asked }).toEqual({ answer: "primary", asked: ["replica", "primary"] });
  });

  it("after the process stood still, until it has looked again", async () => {
    let wake = () => {};
    const onWake = (listener: () => void) => {
      wake = listener;
    };
    const wakes = { ...NO_WAKES, onWake };
    const { read, in: later } = place({ wakes });
    await read();
    expect(await later(1)).toBe("replica");
    wake();
    expect(await read()).toBe("primary");
    expect(await later(600)).toBe("replica");
  });
});

it("a fault of the query itself is told, not tried elsewhere", async () => {
  const { read, in: later, replica } = place();
  await read();
  await later(1);
  const asked: unknown[] = [];
  await expect(
    replica.read(async (db) => {
      asked.push(db);
      throw new Error("a fault");
    }),
  ).rejects.toThrow("a fault");
  expect(asked).toHaveLength(1);
});
