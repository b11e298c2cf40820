import { describe, expect, it } from "vitest";
import { CHECKOUT_STATUSES, type CheckoutStatus } from "../../lib/domain/states";
import { madeOnce } from "../support/made-once";
import type { Scene } from "../support/scenes";
import { DOORS } from "../support/stack";
import { forEachOf } from "./cases";
import { published } from "./document";
import { isCreate, pathOf, sceneIn, setting, TABLE } from "./table";

const operations = published();

const withStates = Object.entries(TABLE).flatMap(([id, row]) =>
  row.in ? [{ id, row, states: row.in }] : [],
);

describe.each(DOORS)("each operation on a checkout in each state, through the %s entry point", (door) => {
  /** Checkouts that an operation left as they were, for the next one. */
  const untouched = new Map<CheckoutStatus, Scene>();
  const provider = madeOnce(() => setting(door));

  it.each(withStates)("$id: $states", async ({ id, row, states }) => {
    const operation = operations.of(id);
    const where = await provider();
    await forEachOf(CHECKOUT_STATUSES, async (status) => {
      const scene = untouched.get(status) ?? (await sceneIn(status, where));
      untouched.delete(status);
      const body = await row.body?.(where, scene);
      const answer = await where.client.call(operation.method, pathOf(operation, scene.id), { body });
      const said = answer.status < 300 ? answer.status : [answer.status, answer.body.code];
      expect([status, said]).toEqual([status, states[status]]);
      const { body: after } = await where.client.status(scene.id);
      // A refusal leaves everything as it was, and so does a create for the order of a checkout that has ended.
      if (answer.status >= 300 || isCreate(operation)) expect(after.checkout_status).toBe(status);
      if (answer.body?.code === "duplicate_order")
        expect(answer.body).toMatchObject({
          checkout_id: scene.id,
          checkout_status: status,
          next_action: answer.body.same_request ? after.next_action : null,
        });
      if (answer.status >= 300 || operation.method === "GET") untouched.set(status, scene);
    });
  });
});
