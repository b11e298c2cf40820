import { z } from "zod";
import { SETTLEMENT_LINE_KINDS, SETTLEMENT_PROBLEMS, SETTLEMENT_STATUSES } from "../domain/settlements";
import { date, id, instant, matching, open, orNull, words } from "./answer-fields";
import { ABOUT } from "./descriptions";
import { EXAMPLE } from "./examples";
import { option } from "./fields";
import { cursorOf, limitOf, listedPage } from "./paging";

/** Settlements: contract "Real money", section 4. */

const MAX_DOLLARS = 20_000_000;
const MAX_LINES = 100_000;
const LONGEST_REFERENCE = 255;

const signed = (description: string, example: number) =>
  z.number().meta({ minimum: -MAX_DOLLARS, maximum: MAX_DOLLARS, description, examples: [example] });

const problem = (about: string) => orNull(open(SETTLEMENT_PROBLEMS), about);

const settlementStatus =
  "`matched`: every line is one of your payments, refunds or fees, and all add up. `needs_attention`: something differs, see `problem` here and in the lines.";

export const settlementsQuery = z.object({
  status: option(SETTLEMENT_STATUSES)
    .optional()
    .meta({ description: "Return only settlements in this state." }),
  limit: limitOf("settlements"),
  cursor: cursorOf("stl").optional(),
});

const fields = {
  settlement_id: id("stl", "The id of the settlement."),
  reference: words(LONGEST_REFERENCE, "The processor's name for the payout.", "sandbox payout 2027-02-12"),
  paid_on: date("The day on which the processor paid."),
  amount: signed("What was paid, in dollars. Negative if the processor took money back.", 249.7),
  currency: matching(/^[A-Z]{3}$/, 3, { description: "The currency of the payout.", examples: ["AUD"] }),
  status: open(SETTLEMENT_STATUSES).meta({ description: settlementStatus, examples: ["matched"] }),
  problem: problem(
    "What is wrong with the payout as a whole: `sum_differs` if its lines do not sum to its amount, `currency_differs` if it is not in Australian dollars. Null otherwise.",
  ),
  created_at: instant("When the payout was first read."),
  updated_at: instant("When it was last seen to have changed."),
};

const line = z
  .object({
    kind: open(SETTLEMENT_LINE_KINDS).meta({
      description:
        "`charge`: a card payment. `debit`: a debit of a plan. `refund`: a refund. `reversal`: a debit that the bank took back. `fee`: a fee of the processor. `other`: anything else.",
      examples: ["debit"],
    }),
    reference: words(LONGEST_REFERENCE, "The processor's name for it.", `sandbox ${EXAMPLE.debitId}`),
    gross: signed("The amount before the fee, in dollars. Negative for refunds and reversals.", 250),
    fee: signed("The processor's fee, in dollars.", 0.3),
    net: signed("The amount after the fee, in dollars.", 249.7),
    matched: z
      .object({
        type: open(["charge", "debit", "refund"]).meta({
          description: "What it is.",
          examples: ["debit"],
        }),
        id: matching(/^(chk|dbt|ref)_[0-7][0-9a-z]{25}$/, 30, {
          description: "The id of the debit or refund. A charge has the id of its checkout.",
          examples: [EXAMPLE.debitId],
        }),
        checkout_id: id("chk", ABOUT.checkout_id),
        charge_id: orNull(
          id("cat", "The charge, as refunds name it."),
          "The charge, as refunds name it. Null if the line is about a debit or a refund.",
        ),
      })
      .nullable()
      .meta({
        description: "Your payment or refund that the line is about. Null if there is none.",
        examples: [{ type: "debit", id: EXAMPLE.debitId, checkout_id: EXAMPLE.checkoutId, charge_id: null }],
      }),
    problem: problem(
      "What is wrong with the line. `unknown`: none of your payments or refunds. `other_account`: made at another of your processor accounts. `amount_differs`: recorded with another amount. `status_differs`: by the records it was not paid, or not taken back. `doubled`: an earlier line is about the same. `missing`: the debit was paid, and should have been in this payout or an earlier one. `sum_differs`: gross minus fee is not net. Null otherwise.",
    ),
  })
  .meta({ id: "SettlementLine", description: "A line of a payout." });

const settlementSummary = z
  .object(fields)
  .meta({ id: "SettlementSummary", description: "A payout of your processor, without its lines." });
export type SettlementSummary = z.output<typeof settlementSummary>;

export const settlementResource = z
  .object({
    ...fields,
    lines: z.array(line).meta({ maxItems: MAX_LINES, description: "All lines of the payout." }),
  })
  .meta({ id: "Settlement", description: "A payout of your processor, compared with the records." });
export type SettlementResource = z.output<typeof settlementResource>;

export const settlementList = listedPage("SettlementList", settlementSummary, "settlements");

export const sampleSettlement = (): SettlementResource => ({
  settlement_id: EXAMPLE.settlementId,
  reference: "sandbox payout 2027-02-12",
  paid_on: "2027-02-12",
  amount: 249.7,
  currency: "AUD",
  status: "matched",
  problem: null,
  created_at: EXAMPLE.signedAt,
  updated_at: EXAMPLE.signedAt,
  lines: [
    {
      kind: "debit",
      reference: `sandbox ${EXAMPLE.debitId}`,
      gross: 250,
      fee: 0.3,
      net: 249.7,
      matched: { type: "debit", id: EXAMPLE.debitId, checkout_id: EXAMPLE.checkoutId, charge_id: null },
      problem: null,
    },
  ],
});
