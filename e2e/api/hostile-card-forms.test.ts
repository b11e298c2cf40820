import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { chargeAttempt } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import { atCard, begin, type Student } from "../portal/student";
import { type Api, api } from "../support/api";
import { cardToken } from "../support/bodies";
import { heading, open, words } from "../support/html-form";
import { database, makeProvider, register, type TestProvider } from "../support/provider";
import { cardPage, type Scene } from "../support/scenes";
import { type Sent, send } from "../support/send";
import { DOORS } from "../support/stack";

const ACTIONS: Record<string, { exportedName: string }> = JSON.parse(
  readFileSync(".next-test/server/server-reference-manifest.json", "utf8"),
).node;
const PAY_BY_CARD = Object.keys(ACTIONS).find((id) => ACTIONS[id]?.exportedName === "payByCard") ?? "";
const FORM = "application/x-www-form-urlencoded";
const PACKED = "multipart/form-data; boundary=b";

const part = (name: string, text: string, more = "") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
const packed = (...parts: string[]) => `${parts.join("")}--b--\r\n`;

let provider: TestProvider;
let client: Api;
beforeAll(async () => {
  provider = await makeProvider({ name: "Southern TAFE" });
  client = api("server", provider.key);
});

describe.each(DOORS)("a hostile form, through the %s entry point", (door) => {
  const base = inject("stack").doors[door];
  const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Sent> =>
    send("POST", base + path, { Accept: "text/html", Origin: base, ...headers }, body);

  describe("to the hosted card page", () => {
    async function scene() {
      const made = await cardPage(client, provider);
      const { pathname, search } = new URL(made.answer.body.card_payment.payment_url);
      return { made, path: pathname + search };
    }
    const attempts = ({ id }: Scene) =>
      database()
        .select()
        .from(chargeAttempt)
        .where(eq(chargeAttempt.checkoutId, id as Id<"chk">));

    it.each<[what: string, body: () => string, headers: Record<string, string>]>([
      ["larger than 64 KiB", () => `token=${cardToken()}&x=${"a".repeat(70_000)}`, { "Content-Type": FORM }],
      [
        "larger than 64 KiB, in chunks of no told length",
        () => `token=${cardToken()}&x=${"a".repeat(200_000)}`,
        { "Content-Type": FORM, "Transfer-Encoding": "chunked" },
      ],
      [
        "of another site",
        () => `token=${cardToken()}`,
        { "Content-Type": FORM, Origin: "https://evil.example" },
      ],
      ["from nowhere", () => `token=${cardToken()}`, { "Content-Type": FORM, Origin: "null" }],
      ["in JSON", () => JSON.stringify({ token: cardToken() }), { "Content-Type": "application/json" }],
      ["in plain text", () => `token=${cardToken()}`, { "Content-Type": "text/plain" }],
      ["of no type", () => `token=${cardToken()}`, {}],
      [
        "with a file for its token",
        () => packed(part("token", cardToken(), '; filename="t"')),
        { "Content-Type": PACKED },
      ],
      ["without an end", () => part("token", cardToken()), { "Content-Type": PACKED }],
      ["without a token", () => "x=y", { "Content-Type": FORM }],
      ["with a card number for its token", () => "token=4242424242424242", { "Content-Type": FORM }],
      ["with a long token", () => `token=${"a".repeat(60_000)}`, { "Content-Type": FORM }],
      ["with a token of control characters", () => "token=%00%0d%0a%ed%a0%80", { "Content-Type": FORM }],
      ["that calls an action", () => '["a"]', { "Content-Type": "text/plain", "Next-Action": PAY_BY_CARD }],
    ])("%s charges nothing, and is no fault of ours", async (_, body, headers) => {
      const { made, path } = await scene();
      const answer = await post(path, body(), headers);
      expect(answer.status).toBeLessThan(500);
      expect(await attempts(made)).toEqual([]);
      expect(answer.bytes.toString()).not.toContain("4242424242424242");
      expect(heading(await open(base + path))).toBe("Pay by card");
    });

    it("with a field twice charges once, as does the same form again", async () => {
      const { made, path } = await scene();
      const [first, second] = [cardToken(), cardToken("mastercard")];
      const bodies = [`token=${first}&token=${second}`, `token=${first}&token=${second}`, `token=${second}`];
      for (const body of bodies) expect((await post(path, body, { "Content-Type": FORM })).status).toBe(303);
      expect((await attempts(made)).map(({ status }) => status)).toEqual(["succeeded"]);
      expect(words(await open(base + path))).toContain("Visa ending 4242");
    });

    it("that was declined and is sent again tries no second card", async () => {
      const { made, path } = await scene();
      const body = `token=${cardToken("declined_lost_card")}`;
      for (let times = 0; times < 3; times++) await post(path, body, { "Content-Type": FORM });
      const { data } = (await client.charges(made.orderId)).body;
      expect(data).toHaveLength(1);
    });

    it("with the session of one order, or of another provider, reaches no other", async () => {
      const other = await makeProvider();
      const [mine, theirs] = [await scene(), await cardPage(api("server", other.key), other)];
      const foreign = new URL(theirs.answer.body.card_payment.payment_url).searchParams.get("session") ?? "";
      const own = new URL(base + mine.path).searchParams.get("session") ?? "";
      const mixed = own.slice(0, -43) + foreign.slice(-43);
      const body = `token=${cardToken()}&session=${foreign}`;
      const answer = await post(`/api/card-payment?session=${mixed}`, body, { "Content-Type": FORM });
      expect(answer.status).toBe(404);
      const both = await post(`${mine.path}&session=${foreign}`, body, { "Content-Type": FORM });
      expect(both.status).toBe(303);
      expect(await attempts(theirs)).toEqual([]);
      expect(await attempts(mine.made)).toHaveLength(1);
    });

    it("with a token that paid another order charges nothing", async () => {
      const [one, other] = [await scene(), await scene()];
      const body = `token=${cardToken()}`;
      for (const { path } of [one, other]) await post(path, body, { "Content-Type": FORM });
      expect((await attempts(one.made)).map(({ status }) => status)).toEqual(["succeeded"]);
      expect((await attempts(other.made)).map(({ status }) => status)).toEqual(["refused"]);
    });

    it("that was paid leads to no address that the provider has not registered", async () => {
      await register(provider, { returnUrls: ["https://college.example/paid"] });
      const { path } = await scene();
      await post(path, `token=${cardToken()}`, { "Content-Type": FORM });
      const leadsTo = async (address: string) => {
        const { headers } = await open(`${base}${path}&return_url=${encodeURIComponent(address)}`);
        expect(headers.get("x-own")).toBeNull();
        return headers.get("location");
      };
      for (const address of [
        "https://college.example@evil.example/paid",
        "https://amelia:1@college.example/paid",
        "https://college.example.evil.example/paid",
        "https://college.example\\@evil.example/paid",
        "https://college.example/paid/more",
        "http://college.example/paid",
        "//evil.example/paid",
        "javascript:alert(1)",
        `https://evil.example/${"a".repeat(5_000)}`,
      ])
        expect([address, await leadsTo(address)]).toEqual([address, null]);
      expect(await leadsTo("https://college.example/paid?a\r\nX-Own: 1")).toBe(
        "https://college.example/paid?aX-Own:%201&outcome=paid",
      );
    });

    it("from two windows at once charges once", async () => {
      const { made, path } = await scene();
      const cards = ["visa", "mastercard", "visa", "amex"] as const;
      await Promise.all(
        cards.map((card) => post(path, `token=${cardToken(card)}`, { "Content-Type": FORM })),
      );
      expect(await attempts(made)).toHaveLength(1);
      const { data } = (await client.charges(made.orderId)).body;
      expect(data.map(({ status }: { status: string }) => status)).toEqual(["succeeded"]);
    });
  });

  it.each([
    "?%0d%0aX-Own: 1",
    "?session=%00",
    "?session=%F0%9F%92%A5",
    "%",
    "/../../evil",
    "?".repeat(3_000),
  ])("a cookie of the bank's return that we did not write, %s, is no fault of ours", async (rest) => {
    const Cookie = `card_page=${encodeURIComponent("/api/card-payment")}${encodeURIComponent(rest).replace(/%25/g, "%")}`;
    const answer = await send("GET", `${base}/api/card-payment/return`, { Accept: "text/html", Cookie });
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get("x-own")).toBeNull();
  });

  describe("to the portal's card step", () => {
    async function answerOf(student: Student, token: string) {
      const { terms, offer } = await student.view();
      return { token, termsVersion: terms.version, offer };
    }
    const call = (student: Student, args: unknown, headers: Record<string, string> = {}) =>
      post(`/e/${student.secret}/card`, typeof args === "string" ? args : JSON.stringify(args), {
        "Content-Type": "text/plain;charset=UTF-8",
        "Next-Action": PAY_BY_CARD,
        Accept: "text/x-component",
        ...headers,
      });

    it("charges nothing, and is no fault of ours", async () => {
      const student = await atCard();
      const answer = await answerOf(student, cardToken());
      const list = [student.secret, answer];
      const packedList = packed(part("0", JSON.stringify(list)), part("0", JSON.stringify(list)));
      const cases: [unknown, Record<string, string>?][] = [
        [list, { Origin: "https://evil.example" }],
        [list, { Origin: "null" }],
        [list, { "Content-Type": "application/json", "Next-Action": "b".repeat(42) }],
        [packedList, { "Content-Type": PACKED }],
        [[student.secret, { ...answer, token: "a".repeat(60_000) }]],
        [[student.secret, { ...answer, x: "a".repeat(70_000) }]],
        [[student.secret, { ...answer, x: "a".repeat(200_000) }], { "Transfer-Encoding": "chunked" }],
        [[student.secret, { ...answer, token: [answer.token] }]],
        [[student.secret, { ...answer, token: "4242424242424242" }]],
        [[student.secret, { ...answer, token: "\u0000\u202e" }]],
        [[student.secret, { ...answer, termsVersion: "x".repeat(10_000) }]],
        [[student.secret, { ...answer, offer: "x".repeat(10_000) }]],
      ];
      for (const [args, headers] of cases) {
        const { status } = await call(student, args, headers);
        expect([JSON.stringify(args).slice(0, 200), headers, status < 500]).toEqual([
          JSON.stringify(args).slice(0, 200),
          headers,
          true,
        ]);
      }
      expect(await student.charges()).toEqual([]);
    });

    it("pays for the enrolment of its page only", async () => {
      const [mine, theirs] = [await atCard(), await atCard()];
      const answer = await call(mine, [theirs.secret, await answerOf(theirs, cardToken())]);
      expect(answer.status).toBeLessThan(500);
      expect([await mine.charges(), await theirs.charges()]).toEqual([[], []]);
      const early = await begin();
      await call(early, [early.secret, await answerOf(early, cardToken())]);
      expect(await early.charges()).toEqual([]);
    });

    it("charges once from two windows, and however often it is sent", async () => {
      const student = await atCard();
      const [one, other] = [await answerOf(student, cardToken()), await answerOf(student, cardToken("amex"))];
      const calls = [one, other, one, other].map((answer) => call(student, [student.secret, answer]));
      for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
      await call(student, [student.secret, one]);
      expect(await student.charges()).toEqual(["succeeded 150000"]);
    });
  });
});
