import { describe, expect, it, vi } from "vitest";
import { databaseWasNeverReached, isDatabaseUnavailable } from "../../packages/postgres-guard/faults";
import { newId } from "../domain/ids";
import { inLineOfCheckout, inLineOfCreates, keepLines } from "./lines";

const lockTimeout = () => Object.assign(new Error("The lock was not free in time"), { code: "55P03" });
const soon = () => new Promise((resolve) => setImmediate(resolve));

/** A pool, whose work ends when the test says so. */
function pool(size: number) {
  const db = {};
  keepLines(db, size);
  const running: { end(): void; fail(error: unknown): void }[] = [];
  const work = () =>
    new Promise<void>((end, fail) => {
      running.push({ end, fail });
    });
  return {
    running,
    change: (id: ReturnType<typeof newId<"chk">>) => inLineOfCheckout(db, id, work),
    create: (id: ReturnType<typeof newId<"prv">>) => inLineOfCreates(db, id, work),
  };
}

describe("writes to one checkout", () => {
  it("take turns, in their order, and keep no other checkout waiting", async () => {
    const { running, change } = pool(10);
    const [one, other] = [newId("chk"), newId("chk")];
    const done: number[] = [];
    for (const number of [1, 2, 3]) void change(one).then(() => done.push(number));
    void change(other);
    expect(running).toHaveLength(2);
    for (const at of [0, 2, 3]) {
      running[at]!.end();
      await soon();
    }
    expect(done).toEqual([1, 2, 3]);
  });

  it("are all refused when their row stood still, and not one that comes later", async () => {
    const { running, change } = pool(10);
    const id = newId("chk");
    const changes = [change(id), change(id), change(id)];
    running[0]!.fail(lockTimeout());
    for (const one of await Promise.allSettled(changes))
      expect(one).toMatchObject({ status: "rejected", reason: { code: "55P03" } });
    const later = change(id);
    expect(running).toHaveLength(2);
    running[1]!.end();
    await later;
  });

  it("go on after any other fault of one", async () => {
    const { running, change } = pool(10);
    const id = newId("chk");
    const [first, second] = [change(id), change(id)];
    running[0]!.fail(new Error("refused"));
    await expect(first).rejects.toThrow("refused");
    running[1]!.end();
    await second;
  });

  it("wait in a line of 1,000; one more is refused as certainly not done", async () => {
    const { change } = pool(10);
    const id = newId("chk");
    const refused = vi.fn();
    for (let i = 0; i < 1_002; i++) void change(id).catch(refused);
    await soon();
    expect(refused).toHaveBeenCalledTimes(1);
    const [error] = refused.mock.calls[0]!;
    expect([isDatabaseUnavailable(error), databaseWasNeverReached(error)]).toEqual([true, true]);
  });
});

it.each([
  [1, 1],
  [2, 1],
  [10, 5],
])("of %i connections one provider's creates have %i, and another's as many", async (size, most) => {
  const { running, create } = pool(size);
  for (const id of [newId("prv"), newId("prv")]) for (let i = 0; i < 20; i++) void create(id);
  expect(running).toHaveLength(2 * most);
});

it("a create whose row stood still has nobody else refused", async () => {
  const { running, create } = pool(2);
  const id = newId("prv");
  const [first, second] = [create(id), create(id)];
  running[0]!.fail(lockTimeout());
  await expect(first).rejects.toMatchObject({ code: "55P03" });
  running[1]!.end();
  await second;
});
