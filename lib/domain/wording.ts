/**
 * The version of every text below. Screens, the agreement and the evidence of consent quote them, so a changed text needs a
 * new version. Contract sections 5 and 10.
 */
export const WORDING_VERSION = "2026-11-24";

/** Shown beside the texts. */
export const SAMPLE_NOTICE = "Sample wording, needs legal review.";

/** In it, "we" and "us" are the provider. */
export interface WordingSection {
  readonly key: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** By the names of the confirm request. Contract section 5. */
export const DECLARATIONS = {
  payment_plan_accepted:
    "I have read the Payment Plan Agreement, including the schedule of payments, and I accept it.",
  information_confirmed:
    "I confirm that the information I have given is true and complete, and that I will tell the provider if it changes.",
  privacy_consent_accepted:
    "I have read how my personal information is collected, used and shared, and I consent to it.",
} as const;
export type DeclarationKey = keyof typeof DECLARATIONS;

/** The statement that the account's holder ticks before authorising. Contract section 10. */
export const AUTHORITY_STATEMENT =
  "I am an account holder or authorised signatory and I authorise these debits";

/** The Direct Debit Request: this exact text is kept as evidence. Contract section 10. */
export const DIRECT_DEBIT_AUTHORITY = {
  version: WORDING_VERSION,
  text: (providerName: string): string =>
    `I request and authorise ${providerName} to arrange, through its own financial institution, for the ` +
    "payments in my payment schedule to be debited from the account that I have given, through the Bulk " +
    "Electronic Clearing System (BECS). This authority is to remain in force under the terms of the Direct " +
    `Debit Request Service Agreement, which I have read. ${AUTHORITY_STATEMENT}.`,
} as const;

/** The Direct Debit Request Service Agreement. Contract section 10. */
export const SERVICE_AGREEMENT: readonly WordingSection[] = [
  {
    key: "about",
    heading: "About this agreement",
    paragraphs: [
      "This agreement is part of your Direct Debit Request. It says what we do when we debit your account, what you look after, and what you can do when something is not right. “We” and “us” are the education provider named in the request; “you” are the holder of the account.",
      "Your request is an authority to debit the account that you gave, for the payments in your schedule and for nothing else. Keep a copy of this agreement together with your schedule.",
    ],
  },
  {
    key: "debits",
    heading: "When we debit your account",
    paragraphs: [
      "We debit your account only for the amounts and around the dates in your payment schedule. The schedule shows for each payment the date on which it falls due and the date on which it is debited.",
      "Where a due date is a weekend day or another day on which no direct debits are made, such as most national public holidays, we debit your account on the next business day. Your own bank may need another day to show the debit. Ask your bank if you are unsure when a debit will leave your account.",
    ],
  },
  {
    key: "our_changes",
    heading: "Changes that we make",
    paragraphs: [
      "We give you at least 14 days’ notice in writing before we change the amount, the timing or any other term of your debits. We send it to the email address that you gave us, so tell us when that address changes.",
      "If you do not agree with a change, contact us before it takes effect. You can ask us to keep the present arrangement or end your authority as described below. A change that you asked for yourself can start sooner, once we have confirmed it to you.",
    ],
  },
  {
    key: "your_changes",
    heading: "Changes that you want",
    paragraphs: [
      "You can ask us to defer or change a debit, to stop a single debit, to use another account, or to end your authority altogether. Tell us at least three business days before the next debit date, so that we can act in time. You can also ask your own bank to stop a debit or to end the authority; it must act on that promptly.",
      "Ending the authority does not end your payment plan. What is still owed stays payable, and we will agree with you on another way of paying it.",
    ],
  },
  {
    key: "your_part",
    heading: "What you look after",
    paragraphs: [
      "Have enough cleared money in the account on each debit date. Check that the account accepts direct debits, since some accounts do not, and compare its BSB and number with a recent statement before you authorise. Where an account needs more than one person to sign, every one of them must agree.",
      "If a debit is returned unpaid, your bank may charge you a fee under its own terms. We add no fee and no interest. We contact you and agree on a new date before we try that payment again.",
    ],
  },
  {
    key: "disputes",
    heading: "If you think a debit is wrong",
    paragraphs: [
      "Contact us first, as soon as you notice. We look into it, tell you in writing what we found, and give you our reasons. If the debit was wrong, we arrange for your bank to put your account right, including any interest and fees that the mistake caused there, and tell you by how much it was corrected.",
      "You can also take the matter to your own bank at any time and ask it to lodge a claim for you. Your bank will tell you which time limits apply to such a claim.",
    ],
  },
  {
    key: "confidentiality",
    heading: "Your account details",
    paragraphs: [
      "We keep your account details confidential and take reasonable care that nobody sees, uses, changes or passes them on without a right to do so. They are stored encrypted, and documents show only the last digits of your account number.",
      "We give the details only to those who need them to carry out your debits, where a law requires it, or where your bank needs them because of a claim, a possible mistake or a debit that somebody disputes.",
    ],
  },
];

/** The further terms of the Payment Plan Agreement, to be placed by their keys. Contract section 5. */
export const AGREEMENT_SECTIONS: readonly WordingSection[] = [
  {
    key: "missed_payment_and_hardship",
    heading: "Missed payments and hardship",
    paragraphs: [
      "No interest is charged under this plan, 0% a year, and no fees: none for setting it up, none for a late or returned payment, and none for paying early. Your own bank may charge you when it returns a debit.",
      "If a payment is returned, we contact you and agree on a new date before we try again. If you expect to have trouble with a payment, whether through illness, loss of work or anything else, tell us as early as you can. You may ask for a pause, for smaller payments or for more time, and we will consider your request fairly and answer it in writing.",
    ],
  },
  {
    key: "withdrawal_and_refund",
    heading: "Withdrawal and refunds",
    paragraphs: [
      "If you want to withdraw from your course, tell us in writing. Our refund policy, which you received with your enrolment, says how much of the fee is then payable and how much is returned. Payments go on as scheduled until we have confirmed your withdrawal; we do so without delay, and then adjust or end the plan.",
      "What you have paid beyond the fee that is payable goes back to you. If we cancel the course or cannot deliver it as agreed, you have the rights that the law gives you. Nothing in this agreement limits your rights under the Australian Consumer Law or the laws on tuition protection.",
    ],
  },
  {
    key: "privacy",
    heading: "Privacy",
    paragraphs: [
      "We collect your name, your contact and account details, and a record of what you agreed to and when, together with the network address and the browser from which you did. We need them to enrol you, to run this plan, to collect its payments and to show that you authorised them. Without them we cannot offer you a plan.",
      "We share them with our financial institution and with those who run our payment systems, and otherwise only where a law requires or permits it. We handle them under the Privacy Act 1988 (Cth) and our privacy policy. You may ask to see and to correct what we hold about you.",
    ],
  },
  {
    key: "complaints",
    heading: "Complaints",
    paragraphs: [
      "If something is not right, tell us first. We confirm that we received your complaint, look into it without charge, and answer in writing with our reasons. Making a complaint has no effect on your enrolment.",
      "If our answer does not satisfy you, you can go to the ombudsman or regulator for your kind of course, for instance the National Student Ombudsman for higher education; for a debit, to your own bank; for your privacy, to the Office of the Australian Information Commissioner; and for your rights as a consumer, to the consumer protection agency of your State or Territory.",
    ],
  },
];
