import { readFileSync } from "node:fs";
import vm from "node:vm";
import { expect, it, onTestFinished } from "vitest";
import { startPinchStandIn } from "../stand-ins/pinch/server";
import { PINCH_CREDENTIALS } from "../support/pinch";

const SCRIPT = readFileSync(new URL("../../public/capture/v1.js", import.meta.url), "utf8");

interface Capture {
  createToken(details?: unknown): Promise<{ token: string; card: object }>;
  mount(place: unknown, options?: object): Promise<void>;
}
interface CaptureClass {
  new (key: unknown): Capture;
  (key: unknown): Capture;
}
interface Loaded {
  src: string;
  crossOrigin?: string;
  onload(): void;
  onerror(): void;
}

class Element {}

/**
 * A page that has loaded the script with this query.
 * @param vendor what the processor's script leaves in the page; null where it cannot be loaded, "real" to run it
 */
function page(query: string, vendor: object | "real" | null = null, hostname = "college.example") {
  const loaded: Loaded[] = [];
  const window: Record<string, unknown> = {};
  const load = async (script: Loaded) => {
    loaded.push(script);
    // As in a browser, after the code that asked for it.
    await Promise.resolve();
    if (vendor === null) return script.onerror();
    if (vendor === "real") {
      document.currentScript = script;
      vm.runInContext(await (await fetch(script.src)).text(), scope);
    } else Object.assign(window, vendor);
    script.onload();
  };
  const document: Record<string, unknown> = {
    currentScript: { src: `https://checkout.example/capture/v1.js${query}` },
    createElement: () => ({ remove: () => {} }),
    head: { append: (script: Loaded) => void load(script) },
  };
  const location = { hostname };
  const scope = vm.createContext({
    crypto,
    URL,
    URLSearchParams,
    Element,
    fetch,
    document,
    window,
    location,
  });
  vm.runInContext(SCRIPT, scope);
  const Capture = vm.runInContext("Capture", scope) as CaptureClass;
  return { Capture, capture: (key: unknown = "pk_test_pinchStandIn") => Capture(key), loaded };
}

const CARD = {
  number: "4242 4242 4242 4242",
  expiry_month: 7,
  expiryYear: "29",
  cvc: "123",
  name: "Amelia Nguyen",
};
const standIn = (origin: string) => `stand_in=${encodeURIComponent(origin)}`;
const LOCAL = "http://127.0.0.1:4010";
const STRIPES = "https://js.stripe.com/endive/stripe.js";
const PINCHS = "https://cdn.getpinch.com.au/capturejs/pinch.capture.v2.js";

it.each([
  ["at Stripe", "?processor=stripe", "college.example", STRIPES],
  ["of an account at Stripe", "?processor=stripe&account=acct_1", "college.example", STRIPES],
  ["at Pinch", "?processor=pinch", "college.example", PINCHS],
  [
    "with a stand-in on a page of the internet",
    `?processor=pinch&${standIn(LOCAL)}`,
    "college.example",
    PINCHS,
  ],
  [
    "with a stand-in of the internet",
    `?processor=pinch&${standIn("https://a.example")}`,
    "localhost",
    PINCHS,
  ],
  ["with a deceptive name", `?processor=pinch&${standIn("http://localhost.a.example")}`, "localhost", PINCHS],
  [
    "with a deceptive user",
    `?processor=stripe&${standIn("http://127.0.0.1:1@a.example")}`,
    "localhost",
    STRIPES,
  ],
  [
    "with a stand-in on this machine",
    `?processor=stripe&${standIn(LOCAL)}`,
    "localhost",
    `${LOCAL}/endive/stripe.js`,
  ],
])(
  "the processor's script is loaded once it is needed, and no other: %s",
  async (_, query, hostname, address) => {
    const { capture, loaded } = page(query, null, hostname);
    const one = capture("pk_live_abc");
    expect(loaded).toEqual([]);
    const use = () => (query.includes("stripe") ? one.mount(new Element()) : one.createToken(CARD));
    await expect(use()).rejects.toMatchObject({ code: "processor_not_loaded", field: null });
    await expect(use(), "it may be tried again").rejects.toMatchObject({ code: "processor_not_loaded" });
    expect(loaded.map(({ src }) => src)).toEqual([address, address]);
    // Stripe does not say that it serves its script to pages that ask in this way.
    expect(loaded[0]?.crossOrigin).toBe(query.includes("stripe") ? undefined : "anonymous");
  },
);

it("with an account at Stripe, a card number is refused before anything is loaded", async () => {
  const { capture, loaded } = page("?processor=stripe");
  for (const details of [CARD, { number: "4242" }, { cvc: "123", name: "A B" }])
    await expect(capture().createToken(details)).rejects.toMatchObject({ code: "processor_fields_required" });
  await expect(capture().createToken({ name: "A B" })).rejects.toMatchObject({ code: "fields_not_mounted" });
  await expect(capture().createToken({})).rejects.toMatchObject({ code: "required", field: "name" });
  await expect(capture().mount("nothing")).rejects.toThrow();
  expect(loaded).toEqual([]);
});

it("the script's own test cards need fields of the page's own, and `new` is optional", async () => {
  const { Capture } = page("");
  for (const key of ["pk_test_abc", { publishableKey: "pk_test_abc" }])
    for (const capture of [new Capture(key), Capture(key)]) {
      expect((await capture.createToken(CARD)).card).toMatchObject({ last4: "4242", expiry_month: 7 });
      await expect(capture.mount("#card")).rejects.toMatchObject({ code: "own_fields_required" });
    }
});

it("live keys work with a processor's script, and never with the script's own test cards", () => {
  for (const query of ["?processor=stripe", "?processor=pinch"])
    for (const key of ["pk_live_abc", { publishableKey: "pk_test_abc" }])
      expect(page(query).capture(key)).toHaveProperty("mount");
  for (const [query, key] of [
    ["", "pk_live_abc"],
    ["?processor=another", "pk_live_abc"],
    ["?processor=stripe", "sk_live_abc"],
    ["?processor=pinch", ""],
  ])
    expect(() => page(query ?? "").capture(key)).toThrow(
      expect.objectContaining({ code: "publishable_key_invalid" }),
    );
});

it("with an account at Pinch, the card goes to Pinch's script, and comes back as its token", async () => {
  const pinch = await startPinchStandIn({ credentials: PINCH_CREDENTIALS });
  onTestFinished(() => pinch.close());
  const { capture } = page(`?processor=pinch&${standIn(pinch.bases.api.origin)}`, "real", "localhost");
  await expect(capture().createToken({ ...CARD, number: "4242 4242 4242 4241" })).rejects.toMatchObject({
    code: "invalid_number",
    field: "number",
  });
  expect(pinch.calls).toEqual([]);
  expect(await capture().createToken(CARD)).toEqual({
    token: expect.stringMatching(/^tkn_/),
    card: { scheme: "visa", last4: "4242", expiry_month: 7, expiry_year: 2029 },
  });
  expect(pinch.calls).toHaveLength(1);
  expect(pinch.calls[0]).toMatchObject({
    pathname: "/test/tokens",
    body: {
      publishableKey: "pk_test_pinchStandIn",
      ...{ cardNumber: "4242424242424242", expiryMonth: "07", expiryYear: "2029", cvc: "123" },
      cardHolderName: "Amelia Nguyen",
    },
  });
  await expect(capture("pk_test_another").createToken(CARD)).rejects.toMatchObject({
    code: "processor_refused",
    field: null,
  });
});

const named = (propertyName: string) => ({
  propertyName,
  errorMessage: "4242424242424242",
  attemptedValue: "1",
});

it.each([
  ["a list", [named("CardNumber")], "invalid_number", "number"],
  ["a list in errors", { hasError: true, errors: [named("Cvc")] }, "invalid_cvc", "cvc"],
  [
    "errorMessages",
    { errorMessages: [named("ExpiryMonth")], successful: false },
    "invalid_expiry_month",
    "expiry_month",
  ],
  [
    "documented errors",
    { errors: [{ message: "4242424242424242", field: "expiryYear" }] },
    "invalid_expiry_year",
    "expiry_year",
  ],
  ["errors within errors", { errors: { errors: [{ field: "cardHolderName" }] } }, "invalid_name", "name"],
  ["no field", { errors: [named("")] }, "processor_refused", null],
  ["an Error", new TypeError("Failed to fetch 4242424242424242"), "processor_refused", null],
  ["nothing", undefined, "processor_refused", null],
])("Pinch's refusal as %s names our field, and quotes nothing of it", async (_, fault, code, field) => {
  const refusing = { Pinch: { Capture: () => ({ createToken: () => Promise.reject(fault) }) } };
  const error = await page("?processor=pinch", refusing)
    .capture()
    .createToken(CARD)
    .catch((thrown: object) => thrown);
  expect(error).toMatchObject({ code, field, message: expect.stringMatching(/^[A-Z]/) });
  expect(JSON.stringify(error)).not.toContain("4242");
});

it("an answer of Pinch's without a token is a refusal", async () => {
  const answering = {
    Pinch: { Capture: () => ({ createToken: async () => ({ errors: [named("CardNumber")] }) }) },
  };
  await expect(page("?processor=pinch", answering).capture().createToken(CARD)).rejects.toMatchObject({
    code: "invalid_number",
  });
});
