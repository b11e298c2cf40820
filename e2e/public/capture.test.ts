import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import vm from "node:vm";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { containsCardNumber, passesLuhn } from "@/packages/cards/card-number";
import { parseTestToken, TEST_CARDS } from "@/packages/cards/test-cards";

const SCRIPT = readFileSync(new URL("../../public/capture/v1.js", import.meta.url), "utf8");

/** Everything in a browser through which a page could send, store or show something. */
const WAYS_OUT = [
  ..."fetch XMLHttpRequest navigator WebSocket WebTransport EventSource RTCPeerConnection".split(" "),
  ..."Image Audio Worker SharedWorker BroadcastChannel location history open name".split(" "),
  ..."parent top opener postMessage localStorage sessionStorage indexedDB caches cookieStore".split(" "),
  ..."console reportError".split(" "),
];

interface Token {
  token: string;
  card: { scheme: string; last4: string; expiry_month: number; expiry_year: number };
}
type Refusal = Error & { code: string; field: string | null };
interface CaptureClass {
  new (key?: unknown): { createToken(details?: unknown): Promise<Token>; mount(): Promise<void> };
  (key?: unknown): InstanceType<CaptureClass>;
}
interface Browser {
  Capture: CaptureClass;
  touched: string[];
  run(code: string): unknown;
}

const browsers: Browser[] = [];

/** A fresh global scope with the script loaded. Its ways out note that they were touched. `now` is local time. */
function load({
  now = new Date(),
  random = globalThis.crypto as Pick<Crypto, "getRandomValues">,
} = {}): Browser {
  const touched: string[] = [];
  class Clock extends Date {
    constructor() {
      super(now.getTime());
    }
  }
  const document = new Proxy(
    { currentScript: { src: "https://checkout.example/capture/v1.js" } },
    { get: (known, name) => Reflect.get(known, name) ?? touched.push(`document.${String(name)}`) },
  );
  const page: Record<string, unknown> = { crypto: random, Date: Clock, URLSearchParams, document };
  for (const way of WAYS_OUT) {
    Object.defineProperty(page, way, {
      get: () => {
        touched.push(way);
        return () => undefined;
      },
    });
  }
  vm.createContext(page);
  const run = (code: string): unknown => vm.runInContext(code, page, { filename: "v1.js" });
  run(SCRIPT);
  const browser = { Capture: run("Capture") as CaptureClass, touched, run };
  browsers.push(browser);
  return browser;
}

const VALID = {
  number: TEST_CARDS.visa.number,
  expiry_month: "12",
  expiry_year: "2030",
  cvc: "123",
  name: "Amelia Example",
};
const NOW = new Date(2027, 5, 30, 23, 59);

function makeToken(details: unknown, now = NOW): Promise<Token> {
  const { Capture } = load({ now });
  return new Capture("pk_test_abc").createToken(details);
}

async function refusalOf(details: unknown, now = NOW): Promise<Refusal> {
  return makeToken(details, now).then(
    ({ token }) => expect.fail(`became ${token}`),
    (error: Refusal) => error,
  );
}

afterEach(() => {
  for (const { touched } of browsers.splice(0)) expect(touched).toEqual([]);
});

describe("the script", () => {
  it("knows the cards of the server's table and no other", async () => {
    const { Capture } = load({ now: NOW });
    const capture = new Capture("pk_test_abc");
    for (const [slug, { number, scheme, last4 }] of Object.entries(TEST_CARDS)) {
      const { token, card } = await capture.createToken({ ...VALID, number });
      expect(token).toMatch(/^tok_test_[a-z0-9_]+_[a-z]{22}$/);
      expect(parseTestToken(token)).toBe(slug);
      expect(card).toEqual({ scheme, last4, expiry_month: 12, expiry_year: 2030 });
    }
    const numbersInScript = SCRIPT.match(/\d{12,19}/g) ?? [];
    expect(numbersInScript.sort()).toEqual(
      Object.values(TEST_CARDS)
        .map(({ number }) => number)
        .sort(),
    );
  });

  it("defines Capture and nothing else in the page", () => {
    const list = "Object.getOwnPropertyNames(globalThis)";
    const before = vm.runInNewContext(list) as string[];
    const known = [...before, ...WAYS_OUT, "crypto", "URLSearchParams", "document"];
    const added = (load().run(list) as string[]).filter((name) => !known.includes(name));
    expect([...added]).toEqual(["Capture"]);
  });
});

describe("new Capture", () => {
  it.each([undefined, null, "", "pk_test_", "pk_live_abc", "pc_test_abc", " pk_test_abc", 42, {}])(
    "refuses the key %j",
    (key) => {
      const { Capture } = load();
      const message = expect.stringContaining("pk_test_");
      expect(() => new Capture(key)).toThrow(
        expect.objectContaining({ code: "publishable_key_invalid", field: null, message }),
      );
    },
  );
});

describe("createToken", () => {
  it.each([
    ["spaces", { number: "4242 4242 4242 4242" }],
    ["hyphens", { number: "4242-4242-4242-4242" }],
    ["pasted spaces and dashes", { number: "\t4242\u00a04242\u20114242\u20134242 " }],
    ["a number", { number: 4242424242424242 }],
    ["a month of one digit", { expiry_month: "7" }],
    ["a month with a leading zero", { expiry_month: "07" }],
    ["a month as a number", { expiry_month: 7 }],
    ["camelCase names", { expiry_month: undefined, expiry_year: undefined, expiryMonth: 12, expiryYear: 29 }],
    ["a year of two digits", { expiry_year: "28" }],
    ["a year as a number", { expiry_year: 2028 }],
    ["a year of two digits as a number", { expiry_year: 28 }],
    ["a far year", { expiry_year: "2099" }],
    ["a security code of four digits", { cvc: "1234" }],
    ["a security code as a number", { cvc: 123 }],
    ["members it does not know", { postcode: "2000" }],
    ["the current month", { expiry_month: 6, expiry_year: 27 }],
  ])("takes %s", async (_what, change) => {
    const { token, card } = await makeToken({ ...VALID, ...change });
    expect(parseTestToken(token)).toBe("visa");
    expect(card.expiry_month).toBe(Number((change as typeof VALID).expiry_month ?? 12));
    expect(card.expiry_year).toBeGreaterThanOrEqual(2027);
  });

  it.each([
    ["required", "number", { number: undefined }],
    ["required", "number", { number: " - " }],
    ["required", "number", { number: ["4242424242424242"] }],
    ["invalid_number", "number", { number: "4242424242424241" }],
    ["invalid_number", "number", { number: "4242x424242424242" }],
    ["invalid_number", "number", { number: "42424242424" }],
    ["invalid_number", "number", { number: "42424242424242424242" }],
    ["test_card_required", "number", { number: "4111111111111111" }],
    ["test_card_required", "number", { number: "0000 0000 0000 0000" }],
    ["required", "expiry_month", { expiry_month: "" }],
    ["invalid_expiry_month", "expiry_month", { expiry_month: "13" }],
    ["invalid_expiry_month", "expiry_month", { expiry_month: 0 }],
    ["invalid_expiry_month", "expiry_month", { expiry_month: 1.5 }],
    ["required", "expiry_year", { expiry_year: null }],
    ["invalid_expiry_year", "expiry_year", { expiry_year: "028" }],
    ["invalid_expiry_year", "expiry_year", { expiry_year: 8 }],
    ["card_expired", "expiry_month", { expiry_month: "05", expiry_year: "2027" }],
    ["card_expired", "expiry_year", { expiry_month: "12", expiry_year: "26" }],
    ["required", "cvc", { cvc: undefined }],
    ["invalid_cvc", "cvc", { cvc: "12" }],
    ["invalid_cvc", "cvc", { cvc: "12345" }],
    ["invalid_cvc", "cvc", { cvc: "12a" }],
    ["required", "name", { name: "  " }],
    ["required", "name", { name: 42 }],
  ])("refuses with %s on %s: %j", async (code, field, change) => {
    const refusal = await refusalOf({ ...VALID, ...change });
    expect({ code: refusal.code, field: refusal.field }).toEqual({ code, field });
  });

  it("says what to correct in the words of the screens", async () => {
    expect((await refusalOf({ ...VALID, number: "4242" })).message).toBe("Card number is too short");
    expect((await refusalOf({ ...VALID, expiry_year: 20 })).message).toBe(
      "Expiry date must be in the future",
    );
  });

  it("takes a card until the last day of its month and not a day longer", async () => {
    const card = { ...VALID, expiry_month: 12, expiry_year: 2027 };
    await expect(makeToken(card, new Date(2027, 11, 31, 23, 59))).resolves.toHaveProperty("token");
    expect((await refusalOf(card, new Date(2028, 0, 1))).code).toBe("card_expired");
  });

  it.each([undefined, null, "4242424242424242", 42, []])(
    "rejects instead of throwing for %j",
    async (details) => {
      expect((await refusalOf(details)).code).toBe("required");
    },
  );

  it("gives every rejection a code, a field and a message that accuses nobody", async () => {
    const details = fc.record(
      Object.fromEntries(
        Object.keys(VALID).map((member) => [member, fc.oneof(fc.string(), fc.nat(), fc.anything())]),
      ),
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(details, async (any) => {
        const { code, field, message } = await refusalOf(any);
        expect(code).toMatch(/^[a-z_]+$/);
        expect(Object.keys(VALID)).toContain(field);
        expect(message).toMatch(/^[A-Z]/);
        expect(message).not.toMatch(/please|invalid|oops/i);
      }),
    );
  });

  it("makes no token of a card number that is not a test card", async () => {
    const anyNumber = fc.bigInt({ min: 10n ** 11n, max: 10n ** 19n - 1n }).map(String);
    const known = Object.values(TEST_CARDS).map(({ number }): string => number);
    await fc.assert(
      fc.asyncProperty(anyNumber, async (number) => {
        fc.pre(!known.includes(number));
        const { code } = await refusalOf({ ...VALID, number });
        expect(code).toBe(passesLuhn(number) ? "test_card_required" : "invalid_number");
      }),
    );
  });
});

describe("the card number", () => {
  const SOME = ["4242 4242 4242 4242", "4242424242424241", "4111111111111111", "5555555555554444"];

  it.each(SOME)("%s occurs in nothing that comes out, whichever field it was typed into", async (number) => {
    const { Capture } = load({ now: NOW });
    const capture = new Capture("pk_test_abc");
    for (const member of Object.keys(VALID)) {
      const outcome = await capture
        .createToken({ ...VALID, [member]: number })
        .catch((error: Refusal) => error);
      const stack = "stack" in outcome ? String(outcome.stack) : "";
      for (const text of [
        JSON.stringify(outcome),
        inspect(outcome, { showHidden: true }),
        String(outcome),
        stack,
      ]) {
        expect(containsCardNumber(text)).toBe(false);
        expect(text.replace(/[ -]/g, "")).not.toContain(number.replace(/ /g, ""));
      }
    }
    expect(JSON.stringify(capture)).toBe("{}");
    expect([...Reflect.ownKeys(capture)]).toEqual(["mount", "createToken"]);
    expect(Reflect.ownKeys(Capture).sort()).toEqual(["length", "name", "prototype"]);
  });

  it("is left out while code, field and message survive in JSON", async () => {
    const refusal = await refusalOf({ ...VALID, number: "4242424242424241" });
    expect(JSON.parse(JSON.stringify(refusal))).toEqual({
      code: "invalid_number",
      field: "number",
      message: "Card number is not correct. Check it and try again.",
    });
  });
});

describe("the random part of a token", () => {
  it("never comes twice and uses the whole alphabet", async () => {
    const { Capture } = load({ now: NOW });
    const capture = new Capture("pk_test_abc");
    const tokens = await Promise.all(Array.from({ length: 500 }, () => capture.createToken(VALID)));
    const tails = tokens.map(({ token }) => token.slice(-22));
    expect(new Set(tails).size).toBe(500);
    expect(new Set(tails.join("")).size).toBe(26);
  });

  it("favours no letter: bytes beyond the last whole alphabet are drawn again", async () => {
    const draws = [234, 255, 250, 233, 25];
    const random = {
      getRandomValues: <T extends ArrayBufferView | null>(bytes: T): T => {
        (bytes as unknown as Uint8Array).fill(draws.shift() ?? 0);
        return bytes;
      },
    };
    const { Capture } = load({ now: NOW, random });
    const { token } = await new Capture("pk_test_abc").createToken(VALID);
    expect(token).toBe(`tok_test_visa_${"z".repeat(22)}`);
    expect(draws).toEqual([25]);
  });
});
