import { readFileSync } from "node:fs";
import vm from "node:vm";
import { describe, expect, it } from "vitest";
import { confirmRequest } from "@/lib/contract/confirm";
import { createRequest } from "@/lib/contract/create-request";
import { bankForm } from "@/lib/contract/forms/bank-details";
import { cardForm } from "@/lib/contract/forms/card";
import { choiceForm } from "@/lib/contract/forms/choice";
import { detailsForm, newLinkForm } from "@/lib/contract/forms/details";
import { metadata } from "@/lib/contract/metadata";
import { authoriseRequest, chargesQuery, listQuery, readQuery } from "@/lib/contract/requests";
import {
  deliveriesQuery,
  eventsQuery,
  newEndpointRequest,
  replayRequest,
  testRequest,
} from "@/lib/contract/webhook-requests";
import { limitsOn, NO_POLICY } from "@/lib/domain/plan-policy";
import { meantEmail } from "@/packages/text/email-typo";
import { readOptions } from "@/tools/command-line/options";
import { filtersOf } from "../../lib/contract/paging";

interface Schema {
  safeParse(value: unknown): {
    success: boolean;
    data?: unknown;
    error?: { issues: { path: PropertyKey[] }[] };
  };
}
type Read = (value: string) => unknown;
/** `kept` is text in which such characters may stand between others. */
type Field = readonly [name: string, sample: string, read: Read, inside?: "kept"];

const NONE = Symbol("refused");
const of =
  (schema: Schema): Read =>
  (value) => {
    const read = schema.safeParse(value);
    return read.success ? read.data : NONE;
  };
/** A form's field, whatever the others are. */
const inForm =
  (form: Schema, name: string, rest: object = {}): Read =>
  (value) => {
    const read = form.safeParse({ ...rest, [name]: value });
    return !read.error?.issues.some(({ path }) => path[0] === name)
      ? ["accepted", (read.data as Record<string, unknown> | undefined)?.[name]]
      : NONE;
  };
const inQuery =
  (schema: Parameters<typeof readQuery>[0], name: string): Read =>
  (value) =>
    readQuery(schema, new URLSearchParams({ [name]: value }));
const inCommand =
  (value: string): Read =>
  (given) =>
    readOptions("test", { option: { value } }, [`--option=${given}`], {} as never);

const { provider, student, course, plan, card_payment: card } = createRequest.shape;
const token = card.unwrap().unwrap().shape;
const { checkout, payment } = confirmRequest.shape;
const details = { firstName: "Amelia", lastName: "Nguyen", email: "mia@example.com" };
const bank = { authorisesAlone: "yes", accountName: "Mia", bsb: "062000", accountNumber: "12345678" };
const onCard = { name: "Mia", number: "4242424242424242", expiry: "08/29", cvc: "123", terms: true };
const chosen = {
  paymentType: "interest_free_payment_plan",
  frequency: "Weekly",
  numberOfInstalments: "26",
  firstPaymentDate: "2027-03-01",
};
const endpoint = newEndpointRequest(false).shape;
const page = choiceForm("2027-02-01", 150_000, limitsOn(NO_POLICY, "2027-02-01"));
const ID = "01m7xzsvdaexwt5dmxs7qvyfwf";

const FIELDS: readonly Field[] = [
  ["provider_code", "harbour-college", of(provider.shape.provider_code)],
  ["provider_order_id", "ORD-10042", of(provider.shape.provider_order_id)],
  ["provider_account_id", "ACC-7", of(provider.shape.provider_account_id)],
  ["first_name", "Amelia", of(student.shape.first_name), "kept"],
  ["last_name", "Nguyen", of(student.shape.last_name), "kept"],
  ["email", "mia@example.com", of(student.shape.email)],
  ["course_name", "Bookkeeping", of(course.shape.course_name), "kept"],
  ["payment_type", "upfront_payment", of(plan.shape.payment_type)],
  ["payment_frequency", "Weekly", of(plan.shape.payment_frequency)],
  ["first_payment_date", "2027-03-01", of(plan.shape.first_payment_date)],
  ["card token", "tok_test_visa_abc", of(token.token)],
  ["payment_purpose", "card", of(token.payment_purpose)],
  ["metadata's key", "intake", (key) => of(metadata())({ [key]: "x" } as never)],
  ["metadata's value", "2027-T1", (value) => Object.values(metadata().parse({ a: value })!)[0], "kept"],
  ...(["checkout_id", "checkout_token", "opportunity_id", "dda_id"] as const).map(
    (name): Field => [name, `x_${ID}`, of(checkout.shape[name])],
  ),
  ["payment_method", "service_payment_plan", of(payment.shape.payment_method)],
  ["filter by order", "ORD-10042", inQuery(listQuery, "provider_order_id")],
  ["filter by email", "mia@example.com", inQuery(listQuery, "email")],
  ["filter by status", "Confirmed", inQuery(listQuery, "checkout_status")],
  ["filter by time", "2026-11-21T02:24:00Z", inQuery(listQuery, "created_after")],
  [
    "filter by metadata's key",
    "intake",
    (key) => readQuery(listQuery, new URLSearchParams([[`metadata[${key}]`, "x"]])),
  ],
  ["limit", "20", inQuery(listQuery, "limit")],
  ["cursor", Buffer.from(`chk_${ID}.${filtersOf({})}`).toString("base64url"), inQuery(listQuery, "cursor")],
  ["filter of charges", "ORD-10042", inQuery(chargesQuery, "provider_order_id")],
  ["filter of events", `chk_${ID}`, inQuery(eventsQuery, "checkout_id")],
  ["filter of deliveries", `evt_${ID}`, inQuery(deliveriesQuery, "event_id")],
  ["test_account", "closed", of(authoriseRequest.shape.test_account)],
  ["endpoint's url", "https://college.example/hooks", of(endpoint.url)],
  ["endpoint's description", "Enrolment", of(endpoint.description), "kept"],
  ["tested type", "payment_plan.signed", of(testRequest.shape.event_type)],
  ["replayed event", `evt_${ID}`, (id) => of(replayRequest)({ event_id: id } as never)],
  ["replayed since", "2026-11-21T02:24:00Z", (at) => of(replayRequest)({ since: at } as never)],
  ["first name in the portal", "Amelia", of(detailsForm.shape.firstName), "kept"],
  ["last name in the portal", "Nguyen", of(detailsForm.shape.lastName), "kept"],
  ["email in the portal", details.email, inForm(detailsForm, "email", details)],
  ["email of a new link", details.email, inForm(newLinkForm, "email")],
  ["mistyped email", "mia@gmial.com", meantEmail],
  ["account name", "Mia", of(bankForm.shape.accountName), "kept"],
  ["bsb", "062-000", inForm(bankForm, "bsb", bank)],
  ["account number", "1234 5678", inForm(bankForm, "accountNumber", bank)],
  ["name on card", "Mia", (name) => cardForm(new Date(2027, 1), "").shape.name.parse(name), "kept"],
  [
    "card number",
    "4242 4242 4242 4242",
    (number) => inForm(cardForm(new Date(2027, 1), number), "number", onCard)(number),
  ],
  ["security code", "123", inForm(cardForm(new Date(2027, 1), onCard.number), "cvc", onCard)],
  ["expiry date", "08/29", inForm(cardForm(new Date(2027, 1), ""), "expiry", onCard)],
  ["number of payments", "26", inForm(page, "numberOfInstalments", chosen)],
  ["first payment date", "2027-03-01", inForm(page, "firstPaymentDate", chosen)],
  ["command's name", "Harbour", (value) => (inCommand("NAME")(value) as { option: string }).option, "kept"],
  ["command's code", "harbour-college", inCommand("CODE")],
  ["command's address", "office@college.example", inCommand("ADDRESS")],
  ["command's business number", "12 345 678 901", inCommand("ABN")],
  ["command's price", "1500.00", inCommand("1500.00")],
];

const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const CHARACTERS = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => (code < 0xd800 || code > 0xdfff) && UNSEEN.test(String.fromCodePoint(code)))
  // Of the thousands that are reserved a few stand for all.
  .filter((code) => !/\p{Cn}/u.test(String.fromCodePoint(code)) || code % 256 === 0)
  .map((code) => String.fromCodePoint(code));

describe("every field treats every character that nobody sees alike", () => {
  it("and there are hundreds of them", () => expect(CHARACTERS.length).toBeGreaterThan(400));

  it.each(FIELDS.map((field) => [field[0], field] as const))("%s", (_, [, sample, read, inside]) => {
    const plain = read(sample);
    expect(plain).not.toBe(NONE);
    const wrong: [string, string][] = [];
    for (const unseen of CHARACTERS) {
      const name = unseen.codePointAt(0)!.toString(16);
      const note = (where: string, value: unknown, expected: unknown) => {
        if (JSON.stringify(value) !== JSON.stringify(expected) || value === NONE) wrong.push([name, where]);
      };
      note("ends", read(`${unseen} ${sample}${unseen}`), plain);
      const between = `${sample.slice(0, 2)}${unseen}${sample.slice(2)}`;
      note("inside", read(between), inside === "kept" ? between.normalize("NFC") : plain);
    }
    expect(wrong).toEqual([]);
  });

  it.each(FIELDS.filter(([, , , inside]) => inside === "kept").map((field) => [field[0], field] as const))(
    "%s takes no control character",
    (_, [, sample, read]) => {
      const taken = ["\0", "\u0007", "\n", "\u007f", "\u0085", "\u2028", "\u2029"].filter((control) => {
        try {
          return read(`${sample.slice(0, 2)}${control}${sample.slice(2)}`) !== NONE;
        } catch {
          return false;
        }
      });
      expect(taken).toEqual([]);
    },
  );

  it("the capture script's, which are read by a copy", async () => {
    const script = readFileSync(new URL("../../public/capture/v1.js", import.meta.url), "utf8");
    const page = { crypto, URLSearchParams, document: { currentScript: null } };
    const Capture = vm.runInNewContext(`${script}; Capture`, page);
    const capture = new Capture("pk_test_abc");
    const card = {
      number: "4242 4242-4242\u20114242",
      expiry_month: "12",
      expiry_year: "2060",
      cvc: "１２３",
    };
    const wrong: string[] = [];
    for (const unseen of CHARACTERS) {
      const put = (text: string) => `${unseen} ${text.slice(0, 2)}${unseen}${text.slice(2)}${unseen}`;
      const details = Object.fromEntries(Object.entries(card).map(([name, text]) => [name, put(text)]));
      await capture.createToken({ ...details, name: put("Mia") }).catch(() => wrong.push(unseen));
      await capture.createToken({ ...card, name: `${unseen} ` }).then(
        () => wrong.push(unseen),
        ({ field }: { field: string }) => expect(field).toBe("name"),
      );
    }
    expect(wrong).toEqual([]);
  });
});
