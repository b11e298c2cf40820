import { z } from "zod/mini";
import { type CalendarDate, formatDate, isCalendarDate } from "../../domain/calendar";
import { MAX_INSTALMENTS } from "../../domain/limits";
import { lastFirstPayment } from "../../domain/plan-offer";
import { FREQUENCIES } from "../../domain/schedule";
import type { PAYMENT_TYPES } from "../../domain/states";
import { must } from "./must";

/** D-065: step 2 of the portal, how to pay. @param today in the provider's time zone */
export function choiceForm(today: CalendarDate, priceCents: number) {
  const latest = lastFirstPayment(today);
  const most = Math.min(MAX_INSTALMENTS, priceCents);
  const count = z.string().check(
    z.trim(),
    must((value) => value !== "", "Enter the number of payments"),
    z.refine((value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= most, {
      error: `Number of payments must be between 1 and ${most}`,
    }),
  );
  const date = z.string().check(
    z.trim(),
    must((value) => value !== "", "Enter the first payment date"),
    must((value) => isCalendarDate(value), "First payment date must be a real date"),
    must((value) => value >= today, `First payment date must be on or after ${formatDate(today)}`),
    must((value) => value <= latest, `First payment date must be on or before ${formatDate(latest)}`),
  );
  const card = z.object({ paymentType: z.literal("upfront_payment") });
  const plan = z.object({
    paymentType: z.literal("interest_free_payment_plan"),
    frequency: z.enum(FREQUENCIES, { error: "Select how often you want to pay" }),
    numberOfInstalments: count,
    firstPaymentDate: date,
  });
  return z.discriminatedUnion("paymentType", [card, plan], { error: "Select how you want to pay" });
}

export interface ChoiceFields {
  paymentType: (typeof PAYMENT_TYPES)[number] | "";
  frequency: string;
  numberOfInstalments: string;
  firstPaymentDate: string;
  /** Identifies the offer that was on the page, so that a changed price asks again (D-061). */
  offer?: string;
}
