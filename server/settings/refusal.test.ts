import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseSettings, SettingsFault, warningsOf } from "./parse";
import { EXIT, StartRefused } from "./refusal";

const keyOf = (bytes: Uint8Array) => `1:${Buffer.from(bytes).toString("base64")}`;
const SANDBOX = { DATABASE_URL: "postgres://localhost/checkout", APP_KEYS: keyOf(Buffer.alloc(32)) };
const PRODUCTION = {
  ENVIRONMENT: "production",
  DATABASE_URL: "postgres://service:pass@db.internal/checkout?sslmode=verify-full",
  BASE_URL: "https://pay.example.edu",
  APP_KEYS: keyOf(randomBytes(32)),
  JOBS_SECRET: randomBytes(32).toString("base64url"),
  GATEWAY_URL: "https://gateway.example.edu",
  GATEWAY_SECRET: randomBytes(32).toString("base64url"),
  GATEWAY_PUBLISHABLE_KEY: "pk_live_providerCheckout",
};

type Given = Record<string, string | undefined>;

function faultsOf(settings: Given): readonly string[] {
  try {
    parseSettings(settings);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsFault);
    return (error as SettingsFault).faults;
  }
}

describe("a refusal", () => {
  it("tells every fault at once, by name, and no value", () => {
    const values = {
      ENVIRONMENT: "production",
      DATABASE_URL: "postgres://service:the-password@db.internal/checkout",
      BASE_URL: "http://pay.example.edu",
      APP_KEYS: keyOf(Buffer.alloc(32, 9)),
      JOBS_SECRET: "much-too-short",
      GATEWAY_URL: "ftp://gateway.example.edu",
      TICK_SECONDS: "soon",
      WEBHOOK_ALLOW_LOOPBACK: "on",
      MAIL_KEEP: "on",
    };
    const faults = faultsOf(values);
    expect(faults.map((fault) => fault.split(":")[0]).sort()).toEqual(
      [...Object.keys(values), "GATEWAY_SECRET", "GATEWAY_PUBLISHABLE_KEY"]
        .filter((name) => name !== "ENVIRONMENT")
        .sort(),
    );
    for (const { DATABASE_URL, BASE_URL, APP_KEYS, JOBS_SECRET, GATEWAY_URL } of [values])
      for (const value of [
        DATABASE_URL,
        "the-password",
        BASE_URL,
        APP_KEYS.slice(2),
        JOBS_SECRET,
        GATEWAY_URL,
      ])
        expect(faults.join("\n")).not.toContain(value);
  });

  it("names what is missing, and takes an empty setting for a missing one", () => {
    const faults = faultsOf({ DATABASE_URL: "", APP_KEYS: "" });
    expect(faults).toEqual([
      "DATABASE_URL: is missing. Set it to the PostgreSQL database, for example postgres://user:secret@host/name.",
      "APP_KEYS: is missing. Without keys nothing can be sealed. Make some with `npm run secrets`, and keep them in two places.",
    ]);
  });

  it.each<[Given, string]>([
    [{ TICK_SECONDS: "soon" }, "TICK_SECONDS: is no number: write one."],
    [{ TICK_SECONDS: "61" }, "TICK_SECONDS: is too large: it takes 60 or less."],
    [{ DATABASE_POOL_SIZE: "1.5" }, "DATABASE_POOL_SIZE: is no whole number: write one."],
    [{ DRAIN_MS: "-1" }, "DRAIN_MS: is too small: it takes 0 or more."],
    [{ JOBS_SECRET: "x" }, "JOBS_SECRET: is too short: it takes 16 or more characters."],
    [{ SANDBOX_PASSWORD: "x" }, "SANDBOX_PASSWORD: is too short: it takes 12 or more characters."],
    [
      { GATEWAY_PUBLISHABLE_KEY: "pk_live_x" },
      "GATEWAY_PUBLISHABLE_KEY: cannot be read: it is pk_test_ or pk_live_ with 8 or more letters and digits after it.",
    ],
    [
      { LOG_LEVEL: "loud" },
      "LOG_LEVEL: is none of its values: set it to debug, info, warn, error or silent.",
    ],
    [
      { BASE_URL: "pay.example.edu" },
      "BASE_URL: is no such address: write its scheme and host, as .env.example shows it.",
    ],
    [{ APP_KEYS: "x" }, "APP_KEYS: cannot be read: it is a list of version:base64 keys of 32 bytes."],
    [{ MAIL_FROM: "x" }, "MAIL_FROM: cannot be read: it is no email address."],
  ])("says of each value what to write instead: %j", (wrong, fault) => {
    expect(faultsOf({ ...SANDBOX, ...wrong })).toEqual([fault]);
  });
});

describe("a warning", () => {
  const MAIL = "SMTP_URL: is not set, so no mail is sent to students.";
  const warned = (settings: Given) => warningsOf(settings, parseSettings(settings));

  it("tells a sandbox of names that are no settings, without a value", () => {
    expect(warned({ ...SANDBOX, MAIL_KEEP: "on", GATEWAY_TIMEOUT: "private" })).toEqual([
      "GATEWAY_TIMEOUT: is no setting. Rename it to the one that you mean (.env.example has all), or take it away.",
    ]);
  });

  it("tells production what works and may not be meant", () => {
    expect(warned({ ...PRODUCTION, BASE_URL: "https://localhost" })).toEqual([
      "BASE_URL: names this machine, so that links in mails and answers lead nowhere else.",
      MAIL,
    ]);
    expect(warned(PRODUCTION)).toEqual([MAIL]);
  });
});

describe("the block of a start that is refused", () => {
  const faults = ["BASE_URL: is missing.", `APP_KEYS: ${"is not long enough and ".repeat(8)}so on.`];

  it("has each fault as an item, and no stack", () => {
    const { message, stack, exitCode } = new StartRefused(faults, EXIT.settings, ["SMTP_URL: is not set."]);
    expect(stack).toBe(message);
    expect(exitCode).toBe(78);
    const lines = message.split("\n");
    expect(lines[0]).toBe("Provider Checkout does not start. To mend, then start again (2):");
    expect(lines.filter((line) => line.startsWith("  - ")).map((line) => line.split(":")[0])).toEqual([
      "  - BASE_URL",
      "  - APP_KEYS",
      "  - SMTP_URL",
    ]);
    expect(message).toContain("\n\nWorth a look too:\n\n  - SMTP_URL");
    expect(lines).toContain(`  - ${faults[1]}`);
  });
});
