import { describe, expect, it } from "vitest";
import { actsOf, REASON, staffOf } from "../support/acting";
import { newCaller } from "../support/api";
import { heading, title, words } from "../support/html-form";
import { payNow, startedPlan } from "../support/scenes";

describe("cancelling from the console", () => {
  it("says what will happen, asks why, and is on the timeline and in the audit log", async () => {
    const setting = await newCaller();
    const { id } = await startedPlan(setting.client, setting.provider);
    const staff = await staffOf(setting);
    expect((await staff.checkout(id)).text).toContain(`/checkouts/${id}/cancel"`);
    const page = await staff.action(id, "cancel");
    expect([page.status, heading(page)]).toEqual([200, "Cancel the checkout"]);
    expect(words(page)).toContain("The student can no longer sign this plan.");
    const receipt = await staff.press(page, "Cancel the checkout");
    expect(receipt.status).toBe(200);
    expect(receipt.url).toContain(`/console/${setting.provider.code}/acts/act_`);
    expect(words(receipt)).toContain(REASON);
    const { checkout_status, timeline } = (await setting.client.status(id)).body;
    expect(checkout_status).toBe("Cancelled");
    expect(timeline.at(-1)).toMatchObject({ type: "checkout.cancelled", actor: `staff:${staff.me.name}` });
    expect(await actsOf(setting, id)).toEqual([
      { action: "cancel", reason: REASON, who: staff.me.name, step: "done" },
    ]);
    expect(words(await staff.checkout(id))).toMatch(
      /Cancel the checkout Cancelled on \d+ \w+ \d{4}, [\d:]+: nothing to cancel\./,
    );
  });

  it("is done once, however often its form is sent", async () => {
    const setting = await newCaller();
    const { id } = await startedPlan(setting.client, setting.provider);
    const staff = await staffOf(setting);
    const page = await staff.action(id, "cancel");
    await Promise.all([1, 2].map(() => staff.press(page, "Cancel the checkout")));
    const again = await staff.press(page, "Cancel the checkout");
    expect(words(again)).toContain("nothing to cancel");
    const { timeline } = (await setting.client.status(id)).body;
    const cancelled = timeline.filter(({ type }: { type: string }) => type === "checkout.cancelled");
    expect(cancelled).toHaveLength(1);
  });

  it("is refused with what is so now, where the student came first", async () => {
    const setting = await newCaller();
    const { id } = await startedPlan(setting.client, setting.provider);
    const staff = await staffOf(setting);
    const page = await staff.action(id, "cancel");
    await setting.client.cancel(id);
    expect(words(await staff.press(page, "Cancel the checkout"))).toContain("nothing to cancel");
    expect(await actsOf(setting, id)).toEqual([]);
  });

  it("is not offered for what is paid, and says since when", async () => {
    const setting = await newCaller();
    const { id } = await payNow(setting.client, setting.provider);
    const staff = await staffOf(setting);
    expect(words(await staff.checkout(id))).toMatch(/Paid by card on .*: it can no longer be cancelled\./);
    const page = await staff.action(id, "cancel");
    expect(words(page)).toContain("it can no longer be cancelled");
    expect(page.text).not.toContain("<textarea");
  });
});

describe("the reason of an action", () => {
  const REFUSED = {
    "": "Enter a reason",
    "  ": "Enter a reason",
    [`${"x".repeat(501)}`]: "Reason must be 500 characters or fewer",
    "Card 4242 4242 4242 4242": "Leave out the card number",
    "BSB 062-000 12345678": "Leave out the bank account",
    "account 12345678": "Leave out the bank account",
  };

  it("is required, short, and holds no card or account number", async () => {
    const setting = await newCaller();
    const { id } = await startedPlan(setting.client, setting.provider);
    const staff = await staffOf(setting);
    for (const [reason, fault] of Object.entries(REFUSED)) {
      const page = await staff.press(await staff.action(id, "cancel"), "Cancel the checkout", reason);
      expect([reason, words(page).includes(fault)]).toEqual([reason, true]);
      expect(title(page)).toBe("Error: Cancel the checkout – Console");
      if (reason.trim() !== "") expect(words(page)).not.toContain(reason);
    }
    expect((await setting.client.status(id)).body.checkout_status).toBe("Awaiting Direct Debit");
    expect(await actsOf(setting, id)).toEqual([]);
  });

  it("may name a reference, an amount, a date and a telephone", async () => {
    const setting = await newCaller();
    const { id } = await startedPlan(setting.client, setting.provider);
    const staff = await staffOf(setting);
    const reason = "Called from 0412 345 678 on 24/11/2026 about ORD-123456 and $125000.00";
    await staff.press(await staff.action(id, "note"), "Add a note", reason);
    expect(await actsOf(setting, id)).toEqual([{ action: "note", reason, who: staff.me.name, step: "done" }]);
    // A second one is another line of the log, and nothing else.
    await staff.press(await staff.action(id, "note"), "Add a note", reason);
    expect(await actsOf(setting, id)).toHaveLength(2);
    expect((await setting.client.status(id)).body.timeline).toHaveLength(1);
  });
});

describe("whoever may not act", () => {
  it("sees no action as a viewer, and a page that is not there", async () => {
    const setting = await newCaller();
    const { id } = await startedPlan(setting.client, setting.provider);
    const [viewer, support] = [await staffOf(setting, "viewer"), await staffOf(setting)];
    expect((await viewer.checkout(id)).text).not.toContain(`/checkouts/${id}/cancel`);
    expect((await viewer.action(id, "cancel")).status).toBe(404);
    const page = await support.action(id, "cancel");
    await viewer.press(page, "Cancel the checkout");
    expect((await setting.client.status(id)).body.checkout_status).toBe("Awaiting Direct Debit");
    expect(await actsOf(setting, id)).toEqual([]);
  });

  it("learns nothing of another provider's checkout, and changes nothing", async () => {
    const [own, other] = [await newCaller(), await newCaller()];
    const { id } = await startedPlan(other.client, other.provider);
    const [admin, theirs] = [await staffOf(own, "admin"), await staffOf(other)];
    const { status } = await admin.action(id, "cancel");
    const unknown = await admin.action((await startedPlan(own.client, own.provider)).id, "no-such-action");
    expect([status, unknown.status]).toEqual([404, 404]);
    const page = await theirs.action(id, "cancel");
    await admin.press(page, "Cancel the checkout");
    const elsewhere = { ...page, url: page.url.replace(other.provider.code, own.provider.code) };
    await admin.press(elsewhere, "Cancel the checkout");
    expect((await other.client.status(id)).body.checkout_status).toBe("Awaiting Direct Debit");
  });
});
