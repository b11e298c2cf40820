import { randomBytes } from "node:crypto";
import type { CalendarDate } from "../../../packages/dates/calendar";
import type { Reply } from "./calls";
import { paymentOf, type Refund } from "./objects";

/** A payment that is scheduled for a bank account. */
export interface Debit {
  id: string;
  payer: ReturnType<typeof payerOf>;
  source: ReturnType<typeof payerOf>["sources"][number];
  amount: number;
  description: string | null;
  metadata: string | null;
  nonce: string | null;
  /** The date that was asked for, and when its first attempt runs. */
  date: CalendarDate;
  runOn: CalendarDate;
  /** The code of a dishonour for each attempt, null for one that pays. A second is an automatic one. */
  outcomes: (string | null)[];
  attemptIds: string[];
  /** In place of what the time makes of it. */
  status: string | null;
  refunds: Refund[];
}

export interface AttemptState {
  from: CalendarDate;
  resultOn: CalendarDate;
  settlesOn: CalendarDate;
  status: string;
  dishonour: string | null;
}

interface NewPayer {
  firstName: string;
  lastName?: string | null | undefined;
  emailAddress: string;
  metadata?: string | null | undefined;
  source: { bankAccountName: string; bankAccountBsb: string; bankAccountNumber: string };
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString("hex")}`;
/** Midnight in Sydney, which Pinch tells in UTC. */
const midnight = (day: CalendarDate) => {
  const hour = new Date(`${day}T00:00:00Z`).toLocaleString("en-AU", {
    timeZone: "Australia/Sydney",
    hour: "2-digit",
    hourCycle: "h23",
  });
  return new Date(Date.parse(`${day}T00:00:00Z`) - Number(hour) * 3_600_000)
    .toISOString()
    .replace("Z", "0000Z");
};

export const payerOf = ({ firstName, lastName, emailAddress, metadata, source }: NewPayer) => ({
  id: newId("pyr"),
  firstName,
  lastName: lastName ?? null,
  emailAddress,
  mobileNumber: null,
  streetAddress: null,
  suburb: null,
  postcode: null,
  state: null,
  country: null,
  companyName: null,
  companyRegistrationNumber: null,
  metadata: metadata ?? null,
  sources: [
    {
      id: newId("src"),
      sourceType: "bank-account",
      bankAccountNumber: source.bankAccountNumber,
      bankAccountBsb: source.bankAccountBsb,
      bankAccountName: source.bankAccountName,
      creditCardToken: null,
      cardHolderName: null,
      expiryDate: null,
      displayCardNumber: null,
      cardScheme: null,
      origin: "AU",
      funding: null,
    },
  ],
  agreements: [
    {
      id: newId("agr"),
      anonymousViewToken: randomBytes(30).toString("hex"),
      agreementDateUtc: "2026-11-01T05:30:44.0094217Z",
      confirmedDateUtc: "2026-11-01T05:30:44.0763920Z",
      status: "active",
    },
  ],
  // What the older sample of one payer has.
  bsb: source.bankAccountBsb,
  accountNumber: source.bankAccountNumber,
  accountName: source.bankAccountName,
});

export function listedPayer(payer: ReturnType<typeof payerOf>) {
  const { sources: _, agreements: __, bsb: ___, accountNumber: ____, accountName: _____, ...listed } = payer;
  return listed;
}

/** @param hasSource false where Pinch is asked for a nonce */
export function scheduledOf(made: Debit, attempts: readonly AttemptState[], hasSource: boolean) {
  const { id, amount, description, metadata, nonce, payer } = made;
  const last = attempts.at(-1);
  const about = { id, amount, description, metadata, nonce, email: payer.emailAddress, payerName: "A B" };
  const card = { token: "tkn_none", cardHolderName: "", displayCardNumber: "", cardScheme: "" };
  const rest = { attemptId: made.attemptIds[0] ?? "", dishonour: null, card, refunds: [] };
  const status = last?.status ?? "scheduled";
  const dated = { ...about, ...rest, status, transactionDate: midnight(made.date) };
  const {
    attempts: [sample],
    ...whole
  } = paymentOf(dated, false);
  return {
    ...whole,
    sourceType: "bank-account",
    payer: listedPayer(payer),
    estimatedTransferDate: last?.settlesOn ?? null,
    actualTransferDate: status === "transferred" ? (last?.settlesOn ?? null) : null,
    attempts: attempts.map(({ from, resultOn, settlesOn, status: own, dishonour }, n) => ({
      ...sample,
      id: made.attemptIds[n],
      transactionDate: midnight(n === 0 ? made.date : from),
      estimatedSettlementDate: `${settlesOn}T00:00:00`,
      estimatedTransferDate: settlesOn,
      actualTransferDate: own === "transferred" ? settlesOn : null,
      source: hasSource ? made.source : null,
      dishonour:
        own === "dishonoured"
          ? { type: dishonour, date: `${resultOn}T00:00:00`, fees: 500, transferId: null }
          : null,
      settlement:
        own === "transferred" ? { date: `${settlesOn}T00:00:00`, fees: 42, transferId: "tra_standIn" } : null,
      status: own,
    })),
  };
}

interface BankResults {
  day: CalendarDate;
  of: { made: Debit; attempt: AttemptState }[];
}

export function listedEvent({ day, of }: BankResults) {
  const failed = of.filter(({ attempt }) => attempt.status === "dishonoured");
  const sum = (of: BankResults["of"]) => of.reduce((all, { made }) => all + made.amount, 0);
  return {
    id: `evt_${day.replaceAll("-", "")}`,
    type: "bank-results",
    eventDate: `${day}T00:30:00.0989722`,
    metadata: {
      dishonourCount: failed.length,
      dishonourAmount: sum(failed),
      successCount: of.length - failed.length,
      successAmount: sum(of) - sum(failed),
    },
  };
}

export function eventOf(
  event: BankResults,
  { eventShape, eventCasing }: { eventShape: "payments" | "dishonours"; eventCasing: "camel" | "pascal" },
) {
  const listed = listedEvent(event);
  const payments = event.of.map(({ made, attempt }) => ({
    id: made.id,
    attemptId: made.attemptIds[0],
    amount: made.amount,
    description: made.description,
    transactionProvider: "bank",
    transactionDate: midnight(made.date),
    status: attempt.status === "dishonoured" ? "dishonoured" : "approved",
    estimatedTransferDate: attempt.settlesOn,
    payer: listedPayer(made.payer),
    dishonour:
      attempt.dishonour === null ? null : { type: attempt.dishonour, date: attempt.resultOn, fees: 500 },
  }));
  const dishonours = payments.flatMap(({ dishonour, ...payment }) =>
    dishonour ? [{ typeEnum: 1, transferId: null, ...dishonour, payment }] : [],
  );
  const data = eventShape === "payments" ? { payments, eventId: listed.id } : { dishonours };
  const whole = { ...listed, data, webhooks: [] };
  return eventCasing === "camel" ? whole : pascal(whole);
}

/** The names of all members begin with a capital. */
function pascal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pascal);
  if (typeof value !== "object" || value === null) return value;
  const named = Object.entries(value).map(([name, one]) => [
    name.replace(/^./, (c) => c.toUpperCase()),
    pascal(one),
  ]);
  return Object.fromEntries(named);
}

export function pageOf(all: readonly object[], page: number, size: number): Reply {
  const pageSize = Math.min(size, 500);
  const data = all.slice((page - 1) * pageSize, page * pageSize);
  const numbers = { page, pageSize, totalPages: Math.ceil(all.length / pageSize), totalItems: all.length };
  return { status: 200, body: { ...numbers, data } };
}
