import { afterEach, expect, it } from "vitest";
import { planBody } from "../support/bodies";
import { Api } from "../support/client";
import { PATIENCE, pause, recoveriesAfter, type Scene, setScene } from "./scene";

const HELD_MS = 25_000;
const CALLERS = 24;
/** What waits as long has waited for a connection that waits for the row. */
const LATE_MS = 10_000;

let scene: Scene | undefined;
afterEach(() => scene?.stop());

it(
  "one row is locked by somebody else, and asked for again and again: all other orders go on",
  PATIENCE,
  async () => {
    scene = await setScene();
    const { estate, service, providers, journal, load } = scene;
    await scene.warm();
    const provider = providers[0]!;
    const api = (n: number) => new Api(service.servers[n % 2]!.url!, provider.key);
    const created = await api(0).create(planBody(provider));
    const id = created.body.checkout.checkout_id;
    const sql = estate.primary.connect("provider_checkout");
    await sql.unsafe(
      "begin; select 1 from checkout where provider_order_id = $$".concat(
        created.body.provider.provider_order_id,
        "$$ for update",
      ),
    );
    const from = performance.now();
    let isHeld = true;
    const asking = Array.from({ length: CALLERS }, async (_, n) => {
      while (isHeld) {
        await api(n)
          .cancel(id)
          .catch(() => {});
        await pause(200);
      }
    });
    await pause(HELD_MS);
    const to = performance.now();
    isHeld = false;
    await sql.unsafe("rollback");
    await sql.end();
    await Promise.all(asking);
    await load.stop();
    // A confirm also waits for its turn at a document.
    const others = journal.entries.filter(
      (entry) => entry.from >= from && entry.from <= to && entry.op !== "confirm",
    );
    const failed = others.filter(({ status }) => status === null || status >= 500);
    const slowest = Math.max(...others.map((entry) => entry.to - entry.from));
    const faults = `1 row locked for ${HELD_MS / 1000} s; others: ${others.length} asked, ${failed.length} failed, slowest ${(slowest / 1000).toFixed(1)} s`;
    await scene.end("One locked row", faults, { recoveries: recoveriesAfter(scene, to) });
    expect(failed.length).toBe(0);
    expect(slowest).toBeLessThan(LATE_MS);
  },
);
