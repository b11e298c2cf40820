import type { AgreementModel } from "../../lib/agreement/model";
import type { Instalment } from "../../lib/domain/schedule";
import {
  AGREEMENT_SECTIONS,
  DECLARATIONS,
  DIRECT_DEBIT_REQUEST,
  SERVICE_AGREEMENT,
  WORDING_VERSION,
} from "../../lib/domain/wording";
import { addDays } from "../../packages/dates/calendar";

const FINANCED_CENTS = 150_000;
const CREATED = Date.parse("2026-11-24T00:38:05Z");
const after = (seconds: number) => new Date(CREATED + seconds * 1000).toISOString();
const SIGNED = after(420);

const SYSTEM = { ipAddress: "203.0.113.10", userAgent: "HarbourEnrol/4.2" };
const STUDENT = {
  actor: "Student",
  ipAddress: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
    "Version/19.1 Mobile/15E148 Safari/604.1",
};
const SENT = {
  ...SYSTEM,
  actor: "Sent by the provider’s system",
  note: "The address is that of the provider’s system, not the student’s.",
};

/** Equal instalments every fortnight from a Saturday, so that each is debited on the Monday after. */
function scheduleOf(count: number): Instalment[] {
  const each = Math.floor(FINANCED_CENTS / count);
  return Array.from({ length: count }, (_, index) => {
    const last = index === count - 1;
    const dueDate = addDays("2026-12-05", 14 * index);
    return {
      number: index + 1,
      dueDate,
      debitDate: addDays(dueDate, 2),
      amountCents: last ? FINANCED_CENTS - each * index : each,
      balanceAfterCents: last ? 0 : FINANCED_CENTS - each * (index + 1),
    };
  });
}

/** A plausible agreement over that many instalments, for tests and for looking at the pages. */
export function sampleAgreement(instalments: number, change: Partial<AgreementModel> = {}): AgreementModel {
  const schedule = scheduleOf(instalments);
  const [first, last] = [schedule[0]!, schedule[instalments - 1]!];
  return {
    reference: "HC-2026-004217",
    agreementId: "agr_01kasn4q6ffb8vjm0zc6h5x9ta",
    checkoutId: "chk_01kasn2m1vfhtvn3rp9d0x6s5e",
    opportunityId: "opp_01kasn2m1wfe1a3v9c7q4k2b8z",
    ddaId: "dda_01kasn2m1wfe1a3v9crt6y0hpd",
    environment: "production",
    agreementVersion: WORDING_VERSION,
    terms: AGREEMENT_SECTIONS,
    serviceAgreement: SERVICE_AGREEMENT,
    signedAt: SIGNED,
    timeZone: "Australia/Sydney",
    provider: {
      name: "Harbour College",
      code: "HARBOUR",
      legalName: "Harbour College of Applied Studies Pty Ltd",
      businessNumber: "51 824 753 556",
      email: "fees@harbour.example",
      phone: "02 5550 1234",
    },
    student: { firstName: "Linh", lastName: "Nguyễn", email: "linh.nguyen@example.com" },
    course: { name: "Diploma of Community Services (Case Management)" },
    money: {
      feeCents: 200_000,
      depositCents: 50_000,
      financedCents: FINANCED_CENTS,
      totalPayableCents: 200_000,
    },
    depositConfirmed: true,
    plan: {
      frequency: "Fortnightly",
      numberOfInstalments: instalments,
      instalmentCents: first.amountCents,
      lastInstalmentCents: last.amountCents,
      firstDebitDate: first.debitDate,
      lastDebitDate: last.debitDate,
    },
    schedule,
    bank: { bsb: "062-000", accountEnding: "456" },
    authority: {
      text: DIRECT_DEBIT_REQUEST.text("own", "Harbour College"),
      version: DIRECT_DEBIT_REQUEST.version("own"),
      authorisedAt: after(200),
    },
    declarations: Object.entries(DECLARATIONS).map(([key, text]) => ({
      key,
      text,
      version: WORDING_VERSION,
      acceptedAt: SIGNED,
      acceptedVia: "the provider’s system",
    })),
    evidence: [
      { event: "Checkout created", at: after(0), actor: "Provider’s system", ...SYSTEM },
      { event: "Direct debit setup started", at: after(90), ...STUDENT },
      { event: "Direct debit authorised", at: after(200), ...STUDENT },
      { event: "Payment plan accepted", at: SIGNED, ...SENT },
      { event: "Information confirmed", at: SIGNED, ...SENT },
      { event: "Privacy consent accepted", at: SIGNED, ...SENT },
      { event: "Enrolment confirmed", at: SIGNED, ...SENT },
    ],
    versions: [
      { label: "Agreement wording", value: WORDING_VERSION },
      {
        label: "Agreement wording SHA-256",
        value: "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
      },
      { label: "Direct debit authority wording", value: DIRECT_DEBIT_REQUEST.version("own") },
      {
        label: "Direct debit authority SHA-256",
        value: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      },
    ],
    ...change,
  };
}
