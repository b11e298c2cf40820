import { type Call, type Command, columns, oneOf, optionOf } from "./command.js";
import { UsageError } from "./faults.js";

/** A year's worth of each. */
const USUAL_NUMBERS = { Weekly: 52, Fortnightly: 26, Monthly: 12 } as const;
const FREQUENCIES = Object.keys(USUAL_NUMBERS) as (keyof typeof USUAL_NUMBERS)[];
const TWO_WEEKS_MS = 14 * 86_400_000;

export const QUOTE: Command = {
  words: ["PRICE"],
  summary: "Shows what a payment plan would be: its amounts, and each debit with its dates",
  more: "Records nothing. Amounts are in dollars, such as 1500 or 57.69.",
  options: {
    deposit: { value: "AMOUNT", help: "What of the price the provider takes itself; 0 without it" },
    frequency: { value: "FREQUENCY", help: "Weekly, Fortnightly or Monthly; Fortnightly without it" },
    instalments: { value: "NUMBER", help: "How many, 1 to 104; without it a year's worth" },
    amount: { value: "AMOUNT", help: "Every instalment but the last; without it an even split" },
    first: { value: "DATE", help: "The first payment date, such as 2027-01-29; in two weeks without it" },
  },
  hasJson: true,
  async run(call) {
    const price = amountOf("PRICE", call.words[0] ?? "");
    const deposit = amountOf("--deposit", optionOf(call, "deposit") ?? "0");
    const amount = optionOf(call, "amount");
    const frequency = oneOf("--frequency", optionOf(call, "frequency") ?? "Fortnightly", FREQUENCIES);
    const { pricing, plan } = await call.client.checkouts.quote({
      // By cents, because sums of dollars are not exact.
      pricing: {
        course_price: price,
        amount_to_finance: (Math.round(price * 100) - Math.round(deposit * 100)) / 100,
        upfront_payment: deposit,
      },
      plan: {
        payment_frequency: frequency,
        number_of_instalments: countOf(call) ?? USUAL_NUMBERS[frequency],
        instalment_amount: amount === undefined ? null : amountOf("--amount", amount),
        first_payment_date:
          optionOf(call, "first") ?? new Date(Date.now() + TWO_WEEKS_MS).toISOString().slice(0, 10),
      },
    });
    if (call.json) {
      call.print(JSON.stringify({ pricing, plan }, null, 2));
      return;
    }
    const dollars = (value: number) => `$${value.toFixed(2)}`;
    const rows = plan.schedule.map(({ number, due_date, debit_date, amount, balance_after }) => [
      String(number),
      due_date,
      debit_date,
      dollars(amount),
      dollars(balance_after),
    ]);
    const facts = [
      ["Price", dollars(pricing.course_price)],
      ["Deposit", dollars(pricing.upfront_payment)],
      ["Instalments", `${plan.number_of_instalments} of ${dollars(plan.instalment_amount)}, ${frequency}`],
    ];
    for (const line of columns(facts)) call.print(line);
    call.print("");
    for (const line of columns([["No.", "Due", "Debited", "Amount", "Still owed"], ...rows]))
      call.print(line);
  },
};

/** @throws UsageError */
function amountOf(name: string, text: string): number {
  if (!/^\d+(\.\d{1,2})?$/.test(text))
    throw new UsageError(`${name} is an amount in dollars, such as 1500 or 57.69, not ${text}`);
  return Number(text);
}

/** @throws UsageError */
function countOf(call: Call): number | undefined {
  const text = optionOf(call, "instalments");
  if (text !== undefined && !/^\d+$/.test(text)) throw new UsageError("--instalments is a number from 1");
  return text === undefined ? undefined : Number(text);
}
