import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { Api, expectFieldError, expectProblem } from "../support/api";
import { cardToken, payNowBody, planBody } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { database, makeProvider } from "../support/provider";
import { sharedSettings } from "../support/shared";
import { DOORS, type Door, type RunningProcess, startServer } from "../support/stack";
import { everythingStored } from "../support/stored-rows";

/** Card numbers as people and pages write them, all of them passing Luhn. */
const NUMBERS = [
  ..."4242424242424242 378282246310005 30569309025904 4222222222222 6304000000000000000".split(" "),
  ..."4242-4242-4242-4242 4242–4242–4242–4242 4242.4242.4242.4242 4242/4242·4242_4242".split(" "),
  ...["4242 4242 4242 4242", " 4242  4242--4242 4242 ", "3782 822463 10005", "4242424242424242 12/28 123"],
  ...["4242\u00a04242\u00a04242\u00a04242", "4242\u00ad4242\u200b4242\u20604242"],
  ...["tok_test_visa_4242424242424242", "card:5555-5555-5555-4444", "４２４２４２４２４２４２４２４２"],
  ...["٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢", "४२४२४२४२४२४२४२४२", "𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐𝟒𝟐"],
];
/** What fails Luhn or has another length is no card number, and is kept no more than one. */
const MISTYPED = ["4242424242424241", "424242424242", "42424242424242424242", "tok_1234567890123"];
/** What there is of it in plain digits; of other scripts' nothing, and those are looked for as they are. */
const digitsOf = (text: string) => text.replace(/\D/g, "") || text;

const servers = {} as Record<Door, RunningProcess>;
let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await makeDatabase(inject("cluster"));
  const settings = sharedSettings({ DATABASE_URL: databaseUrl, LOG_LEVEL: "debug" });
  for (const door of DOORS) servers[door] = await startServer(door, settings);
});
afterAll(() => Promise.all(DOORS.map((door) => servers[door].stop())));

describe.each(DOORS)("card numbers, through the %s entry point", (door) => {
  async function setting() {
    const provider = await makeProvider({}, database(databaseUrl));
    return { provider, client: new Api(servers[door].url, provider.key) };
  }

  it.each(NUMBERS)("%j as token is refused unseen", async (token) => {
    const { provider, client } = await setting();
    const body = payNowBody(provider, { card_payment: { token } });
    const answer = await client.createOnce("key", body);
    expectFieldError(answer, "/card_payment/token", "card_number_not_allowed");
    expect(digitsOf(answer.text)).not.toContain(digitsOf(token).slice(0, 13));
    expect((await client.charges(body.provider.provider_order_id)).body.data).toEqual([]);
    expect((await client.get("/v1/provider-checkouts")).body.data).toEqual([]);
    const paid = await client.createOnce("key", { ...body, card_payment: payNowBody(provider).card_payment });
    expect(paid.status).toBe(201);
  });

  it.each(NUMBERS)("%j in a name, an address or a course is refused unseen", async (number) => {
    const { provider, client } = await setting();
    for (const bodyOf of [planBody, payNowBody]) {
      const answer = await client.create(
        bodyOf(provider, {
          student: { first_name: number, last_name: `Nguyen ${number}`, email: `${number}@example.com` },
          course: { course_name: `Bookkeeping, ${number}` },
        }),
      );
      for (const pointer of ["/student/first_name", "/student/last_name", "/student/email"])
        expectFieldError(answer, pointer, "card_number_not_allowed");
      expectFieldError(answer, "/course/course_name", "card_number_not_allowed");
      expect(digitsOf(answer.text)).not.toContain(digitsOf(number).slice(0, 13));
    }
    expect((await client.get("/v1/provider-checkouts")).body.data).toEqual([]);
  });

  it.each([4242424242424242, [["4242424242424242"]], { number: "4242424242424242" }])(
    "a card number in another type of token, %j, is not repeated",
    async (token) => {
      const { provider, client } = await setting();
      const answer = await client.create(payNowBody(provider, { card_payment: { token } }));
      expectFieldError(answer, "/card_payment/token", "wrong_type");
      expect(answer.text).not.toContain("4242424242424242");
    },
  );

  it("a card number on a plan, or in a body that is not JSON, is not repeated either", async () => {
    const { provider, client } = await setting();
    const onPlan = planBody(provider, { card_payment: { token: "4242424242424242" } });
    for (const answer of [
      await client.create(onPlan),
      await client.call("POST", "/v1/provider-checkouts", { raw: '{"token":"4242424242424242"' }),
      await client.call("POST", "/v1/provider-checkouts", {
        raw: "token=4242424242424242",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      }),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).not.toContain("4242424242424242");
    }
  });

  it("in an Idempotency-Key, and in the address of a webhook endpoint, it is refused unseen", async () => {
    const { provider, client } = await setting();
    const answers = [
      await client.createOnce("order-4242.4242.4242.4242", planBody(provider)),
      await client.createOnce("4242424242424242", planBody(provider)),
    ];
    for (const answer of answers) expectProblem(answer, 400, "invalid_idempotency_key");
    for (const path of ["4242-4242-4242-4242", "4242%2F4242%204242%C2%B74242", "?order=4242424242424242"]) {
      const body = { url: `https://college.example/hooks/${path}` };
      const answer = await client.post("/v1/webhook-endpoints", body);
      expectFieldError(answer, "/url", "card_number_not_allowed");
      answers.push(answer);
    }
    for (const { text } of answers) expect(digitsOf(text)).not.toContain("42424242");
    // What is like one only in part is taken: a digest, a UUID, an order of a day.
    for (const key of [
      "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c",
      "2026-11-22-000123",
    ])
      expect((await client.createOnce(key, planBody(provider))).status).toBe(201);
  });

  it("in a path, a parameter's name or a member named twice, it is not repeated", async () => {
    const { client } = await setting();
    for (const answer of [
      await client.get("/v1/provider-checkouts/4242.4242.4242.4242"),
      await client.get("/v1/4242424242424242"),
      await client.get("/v1/provider-checkouts?4242-4242-4242-4242=1"),
      await client.get("/v1/provider-checkouts?limit=4242424242424242"),
      await client.call("POST", "/v1/provider-checkouts", {
        raw: '{"4242424242424242":1,"4242424242424242":2}',
      }),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(digitsOf(answer.text)).not.toContain("42424242");
    }
  });

  it("a success, a decline and a lost answer keep scheme and last four, and no number", async () => {
    const { provider, client } = await setting();
    for (const card of ["visa", "declined_lost_card", "answer_lost"])
      await client.create(payNowBody(provider, { card_payment: { token: cardToken(card) } }));
    const paid = await client.create(payNowBody(provider));
    expect(paid.body.card_payment.card).toEqual({ scheme: "visa", last4: "4242" });
  });
});

describe("after all of it", () => {
  it("no card number is in the database or in what the servers wrote", async () => {
    const stored = await everythingStored(database(databaseUrl));
    expect(stored.includes("Payment Processing")).toBe(true);
    const written = DOORS.map((door) => servers[door].output()).join("\n");
    for (const text of [stored, written])
      for (const number of [...NUMBERS, ...MISTYPED]) {
        // Compared here, so that a failure does not print what it found.
        expect([number, text.includes(number.trim())]).toEqual([number, false]);
        expect([number, text.includes(digitsOf(number).slice(0, 12))]).toEqual([number, false]);
      }
  });

  it("nor is a checkout token, a hosted page's session or an API key", async () => {
    const kept = [
      await everythingStored(database(databaseUrl)),
      ...DOORS.map((door) => servers[door].output()),
    ];
    for (const text of kept) expect(/(cht_|dds_|pc_test_)[0-9A-Za-z]/.exec(text)?.[0]).toBeUndefined();
  });
});
