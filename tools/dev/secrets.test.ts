import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dataFolder } from "../../server/program/checkout.mjs";
import { parseSettings } from "../../server/settings/env";
import { choosePlace } from "../postgres/programs.mjs";
import { ensureSecrets, secretsFile } from "./secrets.mjs";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "secrets-"));
  file = join(folder, "secrets.json");
  vi.stubEnv("APP_KEYS", undefined);
  vi.stubEnv("JOBS_SECRET", undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test("secrets are made once and kept", () => {
  const first = ensureSecrets(file);
  expect(Buffer.from(first.APP_KEYS.replace(/^1:/, ""), "base64")).toHaveLength(32);
  expect(first.JOBS_SECRET).toMatch(/^[\w-]{43}$/);
  expect(ensureSecrets(file)).toEqual(first);
});

test("they lie beside the database that they belong to, so that a clone made again at its path finds both", async () => {
  vi.stubEnv("DATABASE_URL", undefined);
  const { home } = await choosePlace(dataFolder, "postgres");
  expect(secretsFile()).toBe(join(home, "secrets.json"));
  vi.stubEnv("DATABASE_URL", "postgres://localhost/another");
  expect(secretsFile()).toBe(join(dataFolder, "secrets.json"));
});

test("production refuses them, wherever they turn up", () => {
  const { APP_KEYS, JOBS_SECRET } = ensureSecrets(file);
  const settings = {
    ENVIRONMENT: "production",
    DATABASE_URL: "postgres://localhost/x",
    APP_KEYS,
    JOBS_SECRET,
  };
  const start = () => parseSettings(settings);
  expect(start).toThrow("APP_KEYS: version 1 is a demo's own");
  expect(start).toThrow("JOBS_SECRET: is a demo's own");
  expect(ensureSecrets(join(folder, "other.json")).APP_KEYS).not.toBe(APP_KEYS);
});

test.skipIf(process.platform === "win32")("only their owner can read them", () => {
  ensureSecrets(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("what the environment sets wins and is not written down", () => {
  const kept = ensureSecrets(file);
  vi.stubEnv("JOBS_SECRET", "from-outside");
  expect(ensureSecrets(file)).toEqual({ ...kept, JOBS_SECRET: "from-outside" });
  vi.stubEnv("JOBS_SECRET", undefined);
  expect(ensureSecrets(file)).toEqual(kept);
});
