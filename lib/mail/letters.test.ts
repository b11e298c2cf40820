import { describe, expect, it } from "vitest";
import { signedPlan, withDebit } from "../../e2e/support/plan";
import { oneLine } from "../../packages/mail/letter";
import { escapeHtml } from "../../packages/text/escape-html";
import { present } from "../../packages/text/narrow";
import { buildSchedule } from "../domain/schedule";
import { type AgreementFacts, agreement } from "./letters/agreement";
import { planLetter } from "./letters/collected";
import { newLink, resumeLink } from "./letters/links";
import { receipt } from "./letters/receipt";
import { messageOf } from "./message";

const COLLEGE = { name: "Harbour College", email: "enrol@harbour.example", phone: "(02) 5550 0123" };
const MAIL = { from: "enrolments@checkout.example" };
const TO = { id: "eml_1", address: "zoe@example.com" };
const EVIL = `<img src=x onerror=alert(1)>"'&\r\nBcc: all@example.com\u2028\u202Egnp.exe`;

const RECEIPT = {
  college: COLLEGE,
  student: "Zoë Nguyễn",
  courseName: "Certificate IV in Bookkeeping",
  amountCents: 1_234_505,
  paidOn: "2026-11-21",
  card: { scheme: "amex", lastFour: "0005" },
  receiptNumber: "R123",
  refunded: null,
  reference: "ENR-1",
  url: null,
  refundsUrl: null,
} as const;

const PLAN = {
  frequency: "Fortnightly",
  numberOfInstalments: 26,
  instalmentCents: 5_769,
  firstPaymentDate: "2026-12-05",
} as const;

const AGREEMENT: AgreementFacts = {
  college: COLLEGE,
  student: "Zoë Nguyễn",
  courseName: "Certificate IV in Bookkeeping",
  plan: { ...PLAN, lastInstalmentCents: 5_775, schedule: buildSchedule({ ...PLAN, financedCents: 150_000 }) },
  totalCents: 150_000,
  depositCents: 0,
  signedOn: "2026-11-21",
  account: { bsb: "062-000", ending: "456" },
  statementName: "HARBOUR COLLEGE FEES",
  reference: "ENR-1",
  url: "https://checkout.example/e/secret",
  refundsUrl: "https://checkout.example/p/harbour/refunds",
};

const LINK = {
  college: COLLEGE,
  courseName: "Certificate IV in Bookkeeping",
  reference: "ENR-1",
  url: "https://checkout.example/e/secret",
};

const FAILED_PLAN = withDebit(signedPlan(), 1, "Dishonoured", "temporary");
const PLAN_FACTS = { ...LINK, student: "Zoë Nguyễn", refundsUrl: null, ending: "456", today: "2027-01-13" };
const FAILED = { kind: "debit_failed", about: "dbt_1_1", change: null } as const;

function drawn(letter: ReturnType<typeof receipt>, name = COLLEGE.name) {
  const content = { letter, attachment: null, provider: { ...COLLEGE, name }, accent: null };
  return messageOf({ environment: "production" }, MAIL, TO, content);
}

const plain = (html: string) =>
  html
    .replace(/<style>[\s\S]*<\/style>/, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

describe("the subject", () => {
  const plan = (changes: object) =>
    agreement({ ...AGREEMENT, plan: { ...AGREEMENT.plan, ...changes } }).subject;

  it("says the amount", () => {
    expect(receipt(RECEIPT).subject).toBe("Receipt for $12,345.05 – Harbour College");
    expect(plan({})).toBe("Your payment plan: 26 payments of $57.69, the last $57.75 – Harbour College");
    expect(plan({ numberOfInstalments: 1, lastInstalmentCents: 5_769 })).toBe(
      "Your payment plan: 1 payment of $57.69 – Harbour College",
    );
  });
});

describe("a receipt", () => {
  it("says the amount in dollars and cents, the day, the card and the numbers, in both parts", () => {
    const { text, html } = drawn(receipt(RECEIPT));
    for (const part of [text, plain(html)])
      for (const said of ["$12,345.05", "21 November 2026", "American Express ending 0005", "R123", "ENR-1"])
        expect(part).toContain(said);
  });
});

describe("the mail with the agreement", () => {
  it("says the first debit as a day on which banks debit, not the Saturday on which it falls due", () => {
    const { text, html } = drawn(agreement(AGREEMENT));
    for (const part of [text, plain(html)]) {
      expect(part).toContain("$57.69 on 7 December 2026");
      expect(part).toContain("26 fortnightly payments of $57.69, no interest, last payment $57.75");
      expect(part).toContain("BSB 062-000, ending 456");
      expect(part).not.toContain("Deposit");
    }
  });

  it("brings the refund policy, which the agreement says comes with the enrolment", () => {
    const { text, html } = drawn(agreement(AGREEMENT));
    for (const part of [text, plain(html)])
      expect(part).toContain("Refund policy: https://checkout.example/p/harbour/refunds");
  });

  it("names a deposit where there is one", () => {
    const { text } = drawn(agreement({ ...AGREEMENT, depositCents: 20_000 }));
    expect(text).toContain("Deposit: $200.00");
  });
});

describe("every letter", () => {
  const letters = {
    receipt: (evil: string) => receipt({ ...RECEIPT, student: evil, courseName: evil, reference: evil }),
    agreement: (evil: string) =>
      agreement({ ...AGREEMENT, student: evil, courseName: evil, reference: evil }),
    link: (evil: string) => resumeLink({ ...LINK, courseName: evil, college: { ...COLLEGE, name: evil } }),
    "a failed debit": (evil: string) =>
      present(
        planLetter(FAILED, FAILED_PLAN, { ...PLAN_FACTS, courseName: evil, reference: evil }),
        "letter",
      ),
    "new link": (evil: string) => newLink({ ...LINK, courseName: evil, college: { ...COLLEGE, name: evil } }),
  };

  it.each(Object.entries(letters))(
    "%s: no value becomes markup, a header or a line of its own",
    (_, make) => {
      const { subject, from, text, html } = drawn(make(EVIL), EVIL);
      expect(html).not.toMatch(/<img|onerror=alert\(1\)>/);
      expect(html).not.toContain(`"'&`);
      expect(subject).not.toMatch(/[\r\n\u2028\u202e]/);
      expect(from.name).not.toMatch(/[\r\n\u2028\u202e]/);
      expect(text).not.toMatch(/^Bcc:/m);
      expect(`${text}${html}`).not.toMatch(/[\u2028\u202e]/);
    },
  );

  it.each(Object.entries(letters))("%s: fetches nothing and runs nothing", (_, make) => {
    const { html } = drawn(make("Course"));
    expect(html).not.toMatch(/<(script|img|link|iframe|object|form)\b|@import|url\(|\son\w+=/i);
    const links = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, to]) => to);
    expect(links.length > 0).toBe(html.includes("/e/secret"));
    for (const to of links)
      expect(to).toMatch(
        /^https:\/\/checkout\.example\/(e\/secret(\/agreement\/page|\/receipt|\/plan)?|p\/harbour\/refunds)$/,
      );
  });

  it.each(Object.entries(letters))("%s: both parts say the same", (_, make) => {
    const { text, html } = drawn(make("Zoë’s Κύκλος 学习"));
    const words = plain(html);
    for (const line of text.split("\n").filter((one) => one && one !== "-- "))
      expect(words).toContain(escapeHtml(line.replace(/^[\w ]+: ?/, "")).replace(/\s+/g, " "));
  });

  it.each(Object.entries(letters))(
    "%s: is light and dark, at most 560 px wide, and not cut by a mailbox",
    (_, make) => {
      const { html } = drawn(make("Course"));
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html).toContain("prefers-color-scheme: dark");
      expect(html).toContain("max-width:560px");
      // Some mailboxes cut what is above 100 KB.
      expect(html.length).toBeLessThan(20_000);
    },
  );

  it("names no test environment in production, and in the sandbox always", () => {
    const letter = receipt(RECEIPT);
    const content = { letter, attachment: null, provider: COLLEGE, accent: null };
    expect(drawn(letter).html).not.toContain("Test environment");
    const { text, html } = messageOf({ environment: "sandbox" }, MAIL, TO, content);
    for (const part of [text, html]) expect(part).toContain("Test environment");
  });

  it("tells whom to ask by what the provider has given", () => {
    const ask = (email: string, phone: string | null) =>
      drawn(receipt({ ...RECEIPT, college: { ...COLLEGE, email, phone } })).text;
    expect(ask("a@b.example", null)).toContain("You can write to a@b.example. Quote your reference.");
    expect(ask("", "1300 000 000")).toContain("You can call 1300 000 000. Quote your reference.");
    expect(ask("", null)).not.toContain("Questions");
  });
});

describe("one line", () => {
  it("keeps what people are called, and drops what would change the text around it", () => {
    expect(oneLine("Nguyễn  Thị\tMỹ")).toBe("Nguyễn Thị Mỹ");
    expect(oneLine("مريم العلي")).toBe("مريم العلي");
    expect(oneLine("a\r\n\r\nb\u202Ec\u2066d")).toBe("a b c d");
    expect(oneLine("👩‍🎓 O’Brien")).toBe("👩‍🎓 O’Brien");
  });
});
