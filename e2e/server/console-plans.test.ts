import { describe, expect, it } from "vitest";
import { createVault } from "../../lib/crypto/vault";
import type { PlanRow } from "../../lib/db/checkout-records";
import { nextBusinessDay } from "../../packages/dates/business-days";
import { makeAccount } from "../support/accounts";
import { actsOf, REASON, staffOf } from "../support/acting";
import { type Caller, newCaller } from "../support/api";
import { type Body, daysAhead } from "../support/bodies";
import { TOO_LITTLE_MONEY, wait } from "../support/browser/enrolment";
import { title, words } from "../support/html-form";
import { database } from "../support/provider";
import { confirmedPlan } from "../support/scenes";
import { sharedStack } from "../support/shared";

const FAR = nextBusinessDay(daysAhead(90));

/** A plan that the service collects. */
async function collected(changes: Body = {}) {
  const setting = await newCaller();
  const vault = createVault(sharedStack().appKeys);
  await makeAccount({ db: database(), vault }, setting.provider, ["unused-secret"]);
  const { id } = await confirmedPlan(setting.client, setting.provider, changes);
  return { ...setting, id };
}
type Collected = Awaited<ReturnType<typeof collected>>;

const planOf = async ({ client, id }: Collected): Promise<Body> =>
  (await client.get(`/v1/provider-checkouts/${id}/payment-plan`)).body;
const typesOf = async ({ client, id }: { client: Caller["client"]; id: string }): Promise<string[]> =>
  (await client.status(id)).body.timeline.map(({ type }: Body) => type);
const failed = async () => {
  const setting = await collected(TOO_LITTLE_MONEY);
  await wait(setting.client, 20);
  return setting;
};

/** A change that staff make, on a plan for which it is possible. */
interface Change {
  path: string;
  button: string;
  says: string;
  does: (plan: Body) => unknown;
  becomes: unknown;
  event: string;
  setting?: () => Promise<Collected>;
  role?: "finance";
  action?: string;
  /** Makes it possible. */
  before?: readonly [path: string, button: string];
}

const status = ({ status: now, hold_reason, paused_until }: Body) =>
  ({ status: now, hold_reason, paused_until }) as const;
const running = { status: "Active" satisfies PlanRow["status"], hold_reason: null, paused_until: null };

const CHANGES: Record<string, Change> = {
  pause: {
    path: `pause?until=${FAR}`,
    button: "Pause the debits",
    says: "The student must have 14 days’ notice, so debits that go to the bank before",
    does: status,
    becomes: { status: "Paused", hold_reason: null, paused_until: FAR },
    event: "payment_plan.changed",
  },
  resume: {
    path: "resume",
    button: "Resume the debits",
    says: "The pause ends now.",
    does: status,
    becomes: running,
    event: "payment_plan.changed",
    before: [`pause?until=${FAR}`, "Pause the debits"],
  },
  move: {
    path: `move?number=26&date=${nextBusinessDay(daysAhead(400))}`,
    button: "Move a payment",
    says: "The last payment moves from",
    does: ({ instalments }) => instalments[25].debit_date,
    becomes: nextBusinessDay(daysAhead(400)),
    event: "payment_plan.changed",
  },
  retry: {
    path: `retry?number=1&date=${FAR}`,
    button: "Debit a failed payment again",
    says: "Payment 1 of $100.01 is debited again on",
    does: ({ instalments }) => instalments[0].debit_date,
    becomes: FAR,
    event: "payment_plan.changed",
    setting: failed,
  },
  "a payment made another way": {
    path: `outside_payment?number=2&received_on=${daysAhead(0)}`,
    button: "Record a payment made another way",
    says: "Payment 2 of $57.69 counts as paid in full, and is not debited.",
    does: ({ paid }) => paid,
    becomes: 57.69,
    event: "payment_plan.changed",
    role: "finance",
  },
  hold: {
    path: "hold",
    button: "Put the plan on hold",
    says: "Nothing more is sent to the bank until somebody releases the plan.",
    does: status,
    becomes: { status: "On Hold", hold_reason: "person", paused_until: null },
    event: "payment_plan.on_hold",
    action: "hold",
  },
  release: {
    path: "release",
    button: "Release the hold",
    says: "Debits are made again.",
    does: status,
    becomes: running,
    event: "payment_plan.changed",
    action: "release",
    before: ["hold", "Put the plan on hold"],
  },
  end: {
    path: "end",
    button: "End the plan",
    says: "The $1,500.00 that is not paid is not debited.",
    does: status,
    becomes: { status: "Ended", hold_reason: null, paused_until: null },
    event: "payment_plan.ended",
    role: "finance",
  },
};

describe("a change of a plan from the console", () => {
  it.each(Object.entries(CHANGES))("%s is what its page says, once", async (_, change) => {
    const setting = await (change.setting ?? collected)();
    const staff = await staffOf(setting, change.role);
    const act = async (path: string, button: string) =>
      staff.press(await staff.action(setting.id, path), button);
    if (change.before) await act(...change.before);
    const page = await staff.action(setting.id, change.path);
    const before = await typesOf(setting);
    expect(words(page)).toContain(change.says);
    // As a double click sends it: whatever the second meets, only one is done.
    await Promise.all([staff.press(page, change.button), staff.press(page, change.button)]);
    const after = await planOf(setting);
    expect(change.does(after)).toEqual(change.becomes);
    const types = await typesOf(setting);
    expect(types).toEqual([...before, change.event]);
    const { client, id } = setting;
    expect((await client.status(id)).body.timeline.at(-1).actor).toBe(`staff:${staff.me.name}`);
    const acts = await actsOf(setting, id);
    const { action = "plan_change" } = change;
    const done = acts.filter(({ step }) => step === "done");
    expect(done).toHaveLength(change.before ? 2 : 1);
    expect(done[0]).toEqual({ action, reason: REASON, who: staff.me.name, step: "done" });
    // The same form once more.
    expect(words(await staff.press(page, change.button))).toMatch(
      /This cannot be done now|something has changed|Payment: choose one/,
    );
    expect(await planOf(setting)).toEqual(after);
    expect(await typesOf(setting)).toEqual(types);
    expect(await actsOf(setting, id)).toEqual(acts);
  });

  it("another account is the student's to give, at an address that only who may change the plan sees", async () => {
    const setting = await collected();
    const [staff, viewer] = [await staffOf(setting), await staffOf(setting, "viewer")];
    const before = await planOf(setting);
    const page = await staff.action(setting.id, "new_account");
    expect(words(page)).toContain("Send it to the student only");
    for (const _ of [1, 2]) await staff.press(page, "Let the student give another bank account");
    expect(await planOf(setting)).toEqual(before);
    const addresses = words(await staff.checkout(setting.id)).match(/\S+\/api\/dd-setup\?session=\S+/g) ?? [];
    expect(addresses).toHaveLength(1);
    expect(words(await viewer.checkout(setting.id))).not.toContain("/api/dd-setup");
  });

  it("is not offered where it is not possible, with the reason and since when", async () => {
    const setting = await collected();
    const staff = await staffOf(setting, "finance");
    const said = words(await staff.checkout(setting.id));
    expect(said).toContain("Resume the debits Plan active: nothing to resume.");
    expect(said).toContain("Release the hold Plan active: nothing to release.");
    expect(said).toMatch(/Cancel the checkout Plan signed on .*: it can no longer be cancelled\./);
    await staff.press(await staff.action(setting.id, "hold"), "Put the plan on hold");
    expect(words(await staff.checkout(setting.id))).toMatch(
      /Pause the debits Debits on hold since \d+ \w+ \d{4}, [\d:]+: nothing to pause\./,
    );
  });

  it("says what is wrong with what was entered, and changes nothing", async () => {
    const setting = await collected();
    const staff = await staffOf(setting);
    const faults = {
      "pause?until=": "Pause until: enter a date",
      "pause?until=2027-02-30": "Pause until: enter a real date",
      [`move?number=99&date=${FAR}`]: "Payment: choose one",
    };
    for (const [path, fault] of Object.entries(faults)) {
      const page = await staff.action(setting.id, path);
      expect([path, title(page).startsWith("Error: "), words(page).includes(fault)]).toEqual([
        path,
        true,
        true,
      ]);
    }
    for (const path of [`pause?until=${daysAhead(-1)}`, `move?number=26&date=${daysAhead(1)}`])
      expect(words(await staff.action(setting.id, path))).toContain("This date is too early.");
    expect((await planOf(setting)).status).toBe("Active");
  });

  it("of money is finance's: support has no such page", async () => {
    const setting = await collected();
    const support = await staffOf(setting);
    for (const path of ["end", "outside_payment"])
      expect((await support.action(setting.id, path)).status).toBe(404);
    expect(words(await support.checkout(setting.id))).not.toContain("End the plan");
  });
});
