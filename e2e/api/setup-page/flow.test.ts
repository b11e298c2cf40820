import { describe, expect, it } from "vitest";
import { heading, inputs, open, submit, title, words } from "../../support/html-form";
import {
  ACCOUNT,
  authorise,
  bankOf,
  continueWith,
  plansAt,
  setupUrl,
  stored,
} from "../../support/setup-page";

const { client, plan } = plansAt("Southern TAFE");

describe("without JavaScript", () => {
  it("a student authorises in three steps, with the evidence of it", async () => {
    const scene = await plan();
    const first = await open(setupUrl("server", scene));
    expect(first.status).toBe(200);
    expect(heading(first)).toBe("Set up a Direct Debit Request with Southern TAFE");
    expect(title(first)).toBe("Set up a Direct Debit Request – Southern TAFE");
    expect(first.headers.get("cache-control")).toContain("no-store");

    const second = await continueWith(first);
    expect(title(second)).toBe("Check your details and authorise – Southern TAFE");
    for (const shown of ["Amelia Nguyen", "062-000", "000123456", "$57.69", "the last $57.75", "$1,500.00"])
      expect(words(second)).toContain(shown);
    for (const shown of [
      "26 fortnightly payments",
      "Debited by Southern TAFE, also the name on your bank statement",
      "Your account details",
    ])
      expect(words(second)).toContain(shown);

    const done = await authorise(second);
    expect(title(done)).toBe("Direct debit authorised – Southern TAFE");
    expect(words(done)).toContain(`Reference ${scene.orderId}`);
    expect(words(done)).toContain("062-000 ending 456");
    expect(done.text).not.toContain("000123456");

    expect(await bankOf(scene)).toEqual({
      accountName: "Amelia Nguyen",
      bsb: "062000",
      accountNumber: "000123456",
    });
    const { checkout, dda } = await stored(scene);
    expect(checkout.checkoutStatus).toBe("Awaiting Confirmation");
    expect(dda).toMatchObject({ authorisedVia: "hosted_page", userAgent: expect.any(String) });
    expect(dda.authorityText).toContain("Southern TAFE");
    const { timeline } = (await client().status(scene.id)).body;
    expect(timeline.at(-1)).toMatchObject({ type: "direct_debit.authorised", actor: "student" });
  });
});

describe("the first step", () => {
  it("sends a card number back in no field, whichever it was typed into", async () => {
    const first = await open(setupUrl("server", await plan()));
    const typed = { accountName: "4242.4242.4242.4242", accountNumber: "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢" };
    const again = await continueWith(first, typed);
    expect(words(again)).toContain("Enter the account name, not a card number");
    expect(inputs(again)).toMatchObject({ ...ACCOUNT, accountName: "", accountNumber: "" });
    for (const number of Object.values(typed)) expect(again.text.includes(number)).toBe(false);
    const stop = await continueWith(first, { ...typed, authorisesAlone: "no" });
    const back = await submit(stop, "Use another account");
    expect(inputs(back)).toMatchObject({ accountName: "", accountNumber: "" });
  });

  it("is when setup is said to have started: at the first post that was right, once", async () => {
    const scene = await plan();
    const first = await open(setupUrl("server", scene));
    await continueWith(first, { bsb: "1" });
    await continueWith(first, { authorisesAlone: "no" });
    expect((await stored(scene)).dda.setupStartedAt).toBeNull();
    await continueWith(first);
    const { setupStartedAt } = (await stored(scene)).dda;
    expect(setupStartedAt).toBeInstanceOf(Date);
    await authorise(await continueWith(first));
    expect((await stored(scene)).dda.setupStartedAt).toEqual(setupStartedAt);
  });
});

describe("the second step", () => {
  it("sent twice authorises once; the second sees that it is already authorised", async () => {
    const scene = await plan();
    const second = await continueWith(await open(setupUrl("server", scene)));
    await authorise(second);
    const before = await stored(scene);
    const again = await authorise(second);
    expect(heading(again)).toBe("This direct debit is already authorised");
    expect(await stored(scene)).toEqual(before);
  });

  it("sent twice at once leaves one authority", async () => {
    const scene = await plan();
    const second = await continueWith(await open(setupUrl("server", scene)));
    const answers = await Promise.all([authorise(second), authorise(second), authorise(second)]);
    for (const answer of answers) expect(heading(answer)).toMatch(/authorised$/);
    const { timeline } = (await client().status(scene.id)).body;
    expect(timeline).toHaveLength(2);
  });
});
