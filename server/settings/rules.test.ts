import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { faultsOf, type Given, SANDBOX } from "../../e2e/support/settings";

const key = (version = 1) => `${version}:${randomBytes(32).toString("base64")}`;
const secret = () => randomBytes(32).toString("base64url");

/** Settings that production starts with. */
const PRODUCTION = {
  ENVIRONMENT: "production",
  DATABASE_URL: "postgres://service:pass@db.internal/checkout?sslmode=verify-full",
  BASE_URL: "https://pay.example.edu",
  APP_KEYS: `${key(2)},${key(1)}`,
  JOBS_SECRET: secret(),
  GATEWAY_URL: "https://gateway.example.edu",
  GATEWAY_SECRET: secret(),
  GATEWAY_PUBLISHABLE_KEY: "pk_live_providerCheckout",
};
const inProduction = (changes: Given) => faultsOf({ ...PRODUCTION, ...changes });

describe("good settings", () => {
  it.each<[string, Given]>([
    ["with TLS everywhere", {}],
    [
      "with all on this machine",
      {
        BASE_URL: "https://localhost",
        GATEWAY_URL: "http://127.0.0.1:4000",
        DATABASE_URL: "postgres://u:p@127.0.0.1:5432/checkout",
      },
    ],
    ["with two databases to choose from", { DATABASE_URL: "postgres://u:p@a.test,b.test/x?sslmode=require" }],
    ["with sslmode=verify-ca", { DATABASE_URL: "postgres://u:p@a.test/x?sslmode=verify-ca" }],
  ])("of production start: %s", (_, changes) => {
    expect(inProduction(changes)).toEqual([]);
  });

  it("reach a database where the driver's own environment says", () => {
    const settings = { DATABASE_URL: "postgres:///checkout" };
    expect(inProduction(settings)).toEqual([]);
    vi.stubEnv("PGHOST", "/var/run/postgresql");
    expect(inProduction(settings)).toEqual([]);
    vi.stubEnv("PGHOST", "db.internal");
    expect(inProduction(settings)).toHaveLength(1);
  });

  it("of a sandbox may be weak", () => {
    expect(faultsOf({ ...SANDBOX, JOBS_SECRET: "x".repeat(16), BASE_URL: "http://sandbox.test" })).toEqual(
      [],
    );
    expect(faultsOf({ ...SANDBOX, DATABASE_URL: "postgres://db.internal/x" })).toEqual([]);
  });
});

describe("weak settings", () => {
  it("as APP_KEYS: each is told by its version, without its value", () => {
    const zeros = Buffer.alloc(32).toString("base64");
    expect(inProduction({ APP_KEYS: `3:${zeros},${key(2)}` })).toEqual([
      "APP_KEYS: version 3 is not random enough: make another with `npm run secrets`.",
    ]);
  });

  it("as a shared secret: each is told by its name, without its value", () => {
    for (const name of ["JOBS_SECRET", "GATEWAY_SECRET"]) {
      const faults = (value: string | undefined) => inProduction({ [name]: value });
      expect(faults("x-y-".repeat(8))).toEqual([expect.stringMatching(`^${name}: is not random enough: `)]);
      expect(faults(secret().slice(0, 31))).toEqual([
        expect.stringMatching(`^${name}: is shorter than 32 characters: `),
      ]);
      expect(faults(undefined)).toEqual([expect.stringMatching(`^${name}: is missing: `)]);
    }
  });

  it("are none that come from a random source", () => {
    for (let round = 0; round < 200; round++)
      for (const made of [secret(), randomBytes(16).toString("hex")])
        expect(inProduction({ APP_KEYS: key(), JOBS_SECRET: made }), made).toEqual([]);
  });

  it("are those that a demo made for itself", () => {
    const demo = { APP_KEYS: `1:DemoOnly${key().slice(10)}`, JOBS_SECRET: `DemoOnly${secret().slice(8)}` };
    expect(inProduction(demo)).toEqual([
      "APP_KEYS: version 1 is a demo's own: make another with `npm run secrets`.",
      "JOBS_SECRET: is a demo's own: make another with `npm run secrets`.",
    ]);
    expect(faultsOf({ ...SANDBOX, ...demo })).toEqual([]);
  });

  it("are two secrets that are one", () => {
    expect(inProduction({ JOBS_SECRET: PRODUCTION.GATEWAY_SECRET })).toEqual([
      "JOBS_SECRET: is the same as GATEWAY_SECRET, so whoever has one has both: make another with `npm run secrets`.",
    ]);
  });

  it("are all that stand in the documentation", () => {
    const guides = readdirSync("docs/guides").map((name) => `docs/guides/${name}`);
    for (const file of [".env.example", "README.md", "SECURITY.md", ...guides]) {
      const text = readFileSync(file, "utf8");
      for (const [, base64] of text.matchAll(/(?<![\w+/=])([A-Za-z0-9+/]{43}=)/g))
        expect(inProduction({ APP_KEYS: `1:${base64}` }), `${file}: ${base64}`).toHaveLength(1);
      for (const [, , value] of text.matchAll(/\b(JOBS_SECRET|GATEWAY_SECRET)=([\w-]{16,})/g))
        expect(inProduction({ GATEWAY_SECRET: value }), `${file}: ${value}`).toHaveLength(1);
    }
  });
});

describe("APP_KEYS", () => {
  it.each<[string, Given]>([
    ["production", PRODUCTION],
    ["the sandbox", SANDBOX],
  ])("refuses in %s what could not be told apart, or changes nothing", (_, settings) => {
    const [one, two] = [key(1), key(2)];
    expect(faultsOf({ ...settings, APP_KEYS: `${one},${two},${key(1)}` })).toEqual([
      "APP_KEYS: has two keys with the same version. Give each its own version.",
    ]);
    expect(faultsOf({ ...settings, APP_KEYS: `${two},1:${two.slice(2)}` })).toEqual([
      "APP_KEYS: two versions are the same key, so nothing was rotated: make another with `npm run secrets`.",
    ]);
  });
});

describe("production's rules", () => {
  const TLS = "sslmode=verify-full (or sslmode=require, which encrypts without knowing the server)";
  it.each<[Given, string]>([
    ...["http://pay.example.edu", "http://localhost:3000", undefined].map((url): [Given, string] => [
      { BASE_URL: url },
      "BASE_URL: is missing or begins with http://, so that bank details and links could be read on their way: set it to the https:// address of the service.",
    ]),
    ...["/checkout", "/checkout/", "?a=b", "/#top", "?"].map((end): [Given, string] => [
      { BASE_URL: `https://pay.example.edu${end}` },
      "BASE_URL: has a path or a query. Remove everything after host and port.",
    ]),
    [
      { BASE_URL: "https://user:pass@pay.example.edu" },
      "BASE_URL: has a user or a password, which every link would show. Remove them.",
    ],
    [
      { GATEWAY_URL: "http://gateway.example.edu" },
      "GATEWAY_URL: begins with http://, so that GATEWAY_SECRET could be read on its way: make it https://.",
    ],
    [
      { GATEWAY_URL: undefined },
      "GATEWAY_URL: is missing: the sandbox gateway does not run in production. Set it to the card gateway's address.",
    ],
    [
      { GATEWAY_EARLIER: "sandbox" },
      "GATEWAY_EARLIER: the sandbox gateway does not run in production: take it out.",
    ],
    [
      { GATEWAY_EARLIER: `old=http://:${secret()}@old.test` },
      "GATEWAY_EARLIER: has an http:// address, so that its secret could be read on its way: make it https://.",
    ],
    [
      { GATEWAY_EARLIER: "old=https://old.test" },
      "GATEWAY_EARLIER: a secret is missing: write what that gateway expects before the @.",
    ],
    [
      { GATEWAY_PUBLISHABLE_KEY: "pk_test_providerCheckout" },
      "GATEWAY_PUBLISHABLE_KEY: is a pk_test_ one, with which no card is charged: set the gateway's pk_live_ key.",
    ],
    [
      { GATEWAY_PUBLISHABLE_KEY: undefined },
      "GATEWAY_PUBLISHABLE_KEY: is a pk_test_ one, with which no card is charged: set the gateway's pk_live_ key.",
    ],
    [
      { WEBHOOK_ALLOW_LOOPBACK: "on" },
      "WEBHOOK_ALLOW_LOOPBACK: on is for the sandbox only, because a provider could make the service call itself. Set it to off.",
    ],
    [
      { STRIPE_API_BASE: "http://127.0.0.1:4010" },
      "STRIPE_API_BASE: is for tests only, because whatever listens there gets the secrets of accounts. Remove it.",
    ],
    [
      { MAIL_KEEP: "on" },
      "MAIL_KEEP: on is for the sandbox only, because anyone who can reach it can read every mail. Set it to off.",
    ],
    ...["", "?sslmode=disable", "?sslmode=prefer", "?sslmode=allow", "?sslmode=require&sslmode=disable"].map(
      (query): [Given, string] => [
        { DATABASE_URL: `postgres://u:p@db.internal/x${query}` },
        `DATABASE_URL: names another machine and does not demand TLS: add ${TLS} to its query.`,
      ],
    ),
    [
      { DATABASE_URL: "postgres://u:p@localhost,db.internal/x" },
      `DATABASE_URL: names another machine and does not demand TLS: add ${TLS} to its query.`,
    ],
    [
      { DATABASE_URL: "postgres://u:p@/" },
      "DATABASE_URL: is not an address: write postgres://user:secret@host/name.",
    ],
    [
      { SMTP_URL: "smtps://mail.example.edu" },
      "MAIL_FROM: is missing beside SMTP_URL: set the address that students' mails come from.",
    ],
  ])("%j", (changes, fault) => {
    expect(inProduction(changes)).toEqual([fault]);
  });

  it("do not lie: localhost.evil.test is no loopback", () => {
    expect(inProduction({ BASE_URL: "http://localhost.evil.test" })).toHaveLength(1);
    expect(inProduction({ DATABASE_URL: "postgres://u:p@127.0.0.1.evil.test/x" })).toHaveLength(1);
  });

  it("refuse a stand-in for Pinch, which everywhere has both of its addresses", () => {
    const address = "http://127.0.0.1:4011";
    expect(inProduction({ PINCH_API_BASE: address, PINCH_AUTH_BASE: address })).toEqual(
      ["PINCH_API_BASE", "PINCH_AUTH_BASE"].map((name) =>
        expect.stringContaining(`${name}: is for tests only`),
      ),
    );
    for (const name of ["PINCH_API_BASE", "PINCH_AUTH_BASE"])
      expect(faultsOf({ ...SANDBOX, [name]: address })).toEqual([
        expect.stringMatching(/^PINCH_AUTH_BASE: .*Set both or neither\.$/),
      ]);
  });
});

describe("the sandbox's rules", () => {
  it.each<[Given, string]>([
    [
      { GATEWAY_PUBLISHABLE_KEY: "pk_live_providerCheckout" },
      "GATEWAY_PUBLISHABLE_KEY: is a pk_live_ one, which charges real cards: set a pk_test_ key, or ENVIRONMENT=production.",
    ],
    [
      { MAIL_KEEP: "on", SMTP_URL: "smtps://mail.example.edu", MAIL_FROM: "a@example.edu" },
      "MAIL_KEEP: cannot be on together with SMTP_URL, because mails are either sent or kept. Use one of them.",
    ],
    [
      { SMTP_URL: "smtps://mail.example.edu" },
      "MAIL_FROM: is missing beside SMTP_URL: set the address that students' mails come from.",
    ],
  ])("%j", (changes, fault) => {
    expect(faultsOf({ ...SANDBOX, ...changes })).toEqual([fault]);
  });
});
