import { describe, expect, it, onTestFinished } from "vitest";
import { pinchClient } from "../../../packages/pinch/client";
import { propertyOf } from "../../../packages/text/narrow";
import { PINCH_CREDENTIALS } from "../../support/pinch";
import samples from "./sample-fields.json";
import { startPinchStandIn } from "./server";

async function scene() {
  const pinch = await startPinchStandIn({ credentials: PINCH_CREDENTIALS });
  onTestFinished(() => pinch.close());
  const account = { mode: "test", externalAccount: null, timeoutMs: 120_000, bases: pinch.bases } as const;
  const { send } = pinchClient({ ...account, secret: () => PINCH_CREDENTIALS });
  const post = async (path: string, body: object) => (await send("POST", path, { body })).body;
  const get = async (path: string) => (await send("GET", path)).body;
  const ledger = pinch.ledgers.test;
  const charge = (nonce: string) =>
    post("payments/realtime", { amount: "1245", fullName: "A B", token: ledger.tokenFor("approved"), nonce });
  return { pinch, ledger, post, get, charge, send };
}

/** `a`, `a.b` and `a[].b` for each field, however deep. */
function fieldsOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => {
    const field = path === "" ? name : `${path}.${name}`;
    return [field, ...fieldsOf(inside, field)];
  });
}

describe("each answer of the stand-in has the fields that Pinch's sample of it has:", () => {
  it("all of them", async () => {
    const { pinch, ledger, post, get, charge, send } = await scene();
    const paymentOf = async () => ledger.payments.keys().next().value ?? "";
    const refund = async (nonce: string) =>
      post("refunds", { paymentId: await paymentOf(), amount: 100, reason: "Requested by Payer", nonce });
    const card = { cardNumber: "4242424242424242", cardHolderName: "A B" };
    const token = (authorization: string) =>
      fetch(new URL("/connect/token", pinch.bases.auth), {
        method: "POST",
        headers: { Authorization: `Basic ${btoa(authorization)}` },
        body: new URLSearchParams({ grant_type: "client_credentials", scope: "api1" }),
      }).then((response): Promise<unknown> => response.json());
    const { ofDebits } = ledger;
    const source = {
      sourceType: "bank-account",
      bankAccountName: "A B",
      bankAccountBsb: "000000",
      bankAccountNumber: "000000000",
    };
    const about = { firstName: "A", lastName: "B", emailAddress: "a@example.com", metadata: null };
    const payer = await post("payers", { ...about, source });
    const payerId = String(propertyOf(payer, "id"));
    const scheduled = (nonce: string, of = payerId) =>
      post("payments", { payerId: of, amount: 100, transactionDate: "2026-12-01", nonce });
    const debit = await scheduled("debit");
    const dated = [...ledger.debits.values()][0];
    if (dated) Object.assign(dated, { runOn: "2026-01-05", outcomes: ["insufficient-funds"] });
    const event = (eventShape: "payments" | "dishonours") => {
      ofDebits.eventShape = eventShape;
      return get("events/evt_20260107");
    };
    const answers: Record<keyof typeof samples.fields, unknown> = {
      token: await token(PINCH_CREDENTIALS),
      "credentials refused": await token("another:one"),
      "card token": await post("tokens", { ...card, publishableKey: "pk_test_pinchStandIn" }),
      "card token refused": await post("tokens", { ...card, publishableKey: "pk_live_pinchStandIn" }),
      payment: await charge("one"),
      "payment refused": await post("payments/realtime", { amount: 1, fullName: "A", firstName: "A" }),
      "payment repeated": await charge("one"),
      "one payment": await get(`payments/${await paymentOf()}`),
      payments: await get("payments/processed"),
      "payment nonce unseen": await post("payments/nonce", { nonce: "another" }),
      "payment nonce seen": await post("payments/nonce", { nonce: "one" }),
      "refund refused": await post("refunds", { paymentId: "pmt_none", amount: 1, reason: "A" }),
      refund: await refund("back"),
      "refund repeated": await refund("back"),
      "one refund": await get(`refunds/${ledger.refunds.keys().next().value}`),
      "refund nonce seen": await post("refunds/nonce", { nonce: "back" }),
      "refund nonce unseen": await post("refunds/nonce", { nonce: "another" }),
      payer,
      "payer refused": await post("payers", { ...about, source: { ...source, bankAccountBsb: "1" } }),
      "one payer": await get(`payers/${payerId}`),
      payers: await get("payers?filter=a@example.com"),
      "payments of a payer": await get(`payments/payer/${payerId}`),
      "scheduled payment": debit,
      "scheduled payment refused": await scheduled("another", "pyr_none"),
      "scheduled payment repeated": await scheduled("debit"),
      "payment not deleted": (await send("DELETE", "payments/pmt_none")).body,
      events: await get("events?eventType=bank-results"),
      "one event unknown": await get("events/evt_none"),
      "bank results": await event("payments"),
      "bank results before": await event("dishonours"),
      transfers: await get("transfers"),
      "one transfer": await get("transfers/tra_20260107bank"),
      "one transfer unknown": await get("transfers/tra_none"),
      "items of a transfer": await get("transfers/items/tra_20260107bank"),
      refunds: await get("refunds"),
    };
    for (const [name, fields] of Object.entries(samples.fields)) {
      const own = new Set(fieldsOf(Reflect.get(answers, name)));
      expect(
        fields.split(" ").filter((field) => !own.has(field)),
        name,
      ).toEqual([]);
    }
  });
});
