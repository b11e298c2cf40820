import { addDays } from "../domain/calendar";
import { DECLARATIONS, DIRECT_DEBIT_AUTHORITY } from "../domain/wording";
import type { AgreementModel } from "./model";
export function sampleModel(rows: number, o: Partial<AgreementModel> = {}): AgreementModel {
  const inst = 5769,
    fin = 150000;
  const each = rows === 26 ? inst : Math.floor(fin / rows);
  let bal = fin;
  const schedule = Array.from({ length: rows }, (_, i) => {
    const amountCents = i === rows - 1 ? bal : each;
    bal -= amountCents;
    const due = addDays("2026-12-05", 14 * i);
    return { number: i + 1, dueDate: due, debitDate: addDays(due, 2), amountCents, balanceAfterCents: bal };
  });
  const ua =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1";
  const at = (s: number) => new Date(Date.parse("2026-11-24T00:38:05Z") + s * 1000).toISOString();
  return {
    reference: "HC-2026-004217",
    agreementId: "agr_01kasn4q6ffb8vjm0zc6h5x9ta",
    checkoutId: "chk_01kasn2m1vfhtvn3rp9d0x6s5e",
    opportunityId: "opp_01kasn2m1wfe1a3v9c7q4k2b8z",
    ddaId: "dda_01kasn2m1wfe1a3v9crt6y0hpd",
    environment: "production",
    agreementVersion: "2026-11",
    signedAt: at(420),
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
    money: { feeCents: 200000, depositCents: 50000, financedCents: 150000, totalPayableCents: 200000 },
    depositConfirmed: true,
    plan: {
      frequency: "Fortnightly",
      numberOfInstalments: rows,
      instalmentCents: each,
      lastInstalmentCents: schedule[rows - 1]!.amountCents,
      firstDebitDate: schedule[0]!.debitDate,
      lastDebitDate: schedule[rows - 1]!.debitDate,
    },
    schedule,
    bank: { accountName: "Linh Nguyen", bsb: "062-000", accountEnding: "456" },
    authority: {
      text: DIRECT_DEBIT_AUTHORITY.text("Harbour College"),
      version: "2026-11",
      authorisedAt: at(200),
    },
    declarations: Object.entries(DECLARATIONS).map(([key, text]) => ({
      key,
      text,
      version: "2026-11",
      acceptedAt: at(420),
      acceptedVia: "the provider’s system",
    })),
    evidence: [
      {
        event: "Checkout created",
        at: at(0),
        actor: "Provider's system",
        ipAddress: "203.0.113.10",
        userAgent: "HarbourEnrol/4.2",
      },
      {
        event: "Direct debit setup started",
        at: at(90),
        actor: "Student",
        ipAddress: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
        userAgent: ua,
      },
      {
        event: "Direct debit authorised",
        at: at(200),
        actor: "Student",
        ipAddress: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
        userAgent: ua,
      },
      {
        event: "Payment plan accepted",
        at: at(420),
        actor: "Sent by the provider's system",
        ipAddress: "203.0.113.10",
        userAgent: "HarbourEnrol/4.2",
        note: "The address is that of the provider's system, not the student's.",
      },
      {
        event: "Information confirmed",
        at: at(420),
        actor: "Sent by the provider's system",
        ipAddress: "203.0.113.10",
        userAgent: "HarbourEnrol/4.2",
      },
      {
        event: "Privacy consent accepted",
        at: at(420),
        actor: "Sent by the provider's system",
        ipAddress: "203.0.113.10",
        userAgent: "HarbourEnrol/4.2",
      },
      {
        event: "Confirmed",
        at: at(420),
        actor: "Sent by the provider's system",
        ipAddress: "203.0.113.10",
        userAgent: "HarbourEnrol/4.2",
      },
    ],
    versions: [
      { label: "Agreement wording", value: "2026-11" },
      { label: "Direct debit authority", value: "2026-11" },
      {
        label: "Authority, SHA-256",
        value: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
      },
    ],
    ...o,
  };
}
