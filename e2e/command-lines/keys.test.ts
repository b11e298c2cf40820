import { describe, expect, it } from "vitest";
import { SCOPES } from "../../drizzle/vocabulary";
import { parseApiKey } from "../../lib/crypto/api-key";
import { type Id, newId } from "../../lib/domain/ids";
import { type Issued, issueKey, revokeKey, rotateKey } from "../../lib/provider/keys";
import { api, expectProblem } from "../support/api";
import { type Ending, runCommand } from "../support/commands";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";

const DAY = 86_400_000;
const keys = (...args: string[]) => runCommand("keys", args);
const list = async (code: string) => (await keys("list", "--provider", code)).rows;
const rowOf = ({ code, rows, said }: Ending) => {
  expect({ code, said }).toEqual({ code: 0, said: "" });
  expect(rows).toHaveLength(1);
  return rows[0] as Record<string, string> & {
    scopes: string[];
    replaces: { id: string; expires_at: string };
  };
};
const issue = async (code: string, ...more: string[]) =>
  rowOf(await keys("issue", "--provider", code, ...more));
/** One that a test finds already made. */
const make = (providerId: Id<"prv">, more: { lifeMs?: number } = {}) =>
  issueKey(database(), providerId, { environment: "sandbox", label: "test", ...more });
const at = (instant: unknown) => new Date(String(instant)).getTime();

describe("npm run keys", () => {
  it("issues a key of every scope that stays, shows it once, and it opens the API", async () => {
    const { code } = await makeProvider();
    const { api_key: text, ...row } = await issue(code);
    expect(row).toEqual({
      id: parseApiKey(text!)!.id,
      label: "Command line",
      status: "active",
      scopes: [...SCOPES],
      created_at: expect.any(String),
      expires_at: null,
      revoked_at: null,
      last_used_at: null,
      last_four: text!.slice(-4),
      replaced_by: null,
    });
    expect((await api("server", text).get("/v1/provider-checkouts")).status).toBe(200);
    const listed = await list(code);
    expect(listed.at(-1)).toEqual({ ...row, last_used_at: expect.any(String) });
    expect(JSON.stringify(listed)).not.toContain(text!.split("_")[3]);
  });

  it("issues a key with label, scopes and expiry as told, for the environment of the deployment", async () => {
    const { code } = await makeProvider();
    const scopes = ["--scope", "checkouts:write", "--scope", "checkouts:read", "--scope", "checkouts:write"];
    const before = Date.now();
    const row = await issue(code, "--label", "Till", ...scopes, "--expires-in", "90d");
    expect(row).toMatchObject({ label: "Till", scopes: ["checkouts:read", "checkouts:write"] });
    expect(at(row.expires_at) - 90 * DAY).toBeGreaterThanOrEqual(before);
    expect(at(row.expires_at) - 90 * DAY).toBeLessThanOrEqual(Date.now());
    const args = ["issue", "--provider", code];
    const live = rowOf(await runCommand("keys", args, { ENVIRONMENT: "production" }));
    expect([row.api_key, live.api_key].map((key) => parseApiKey(key!)?.environment)).toEqual([
      "sandbox",
      "production",
    ]);
  });

  it("rotates to a key of the same label, scopes and length of life; the old one lives on for 24 hours", async () => {
    const { code } = await makeProvider();
    const old = await issue(code, "--label", "Till", "--scope", "checkouts:read", "--expires-in", "90d");
    const fresh = rowOf(await keys("rotate", "--provider", code, "--key", old.id!));
    expect(fresh).toMatchObject({ label: "Till", scopes: ["checkouts:read"], status: "active" });
    expect(at(fresh.expires_at) - at(fresh.created_at)).toBe(at(old.expires_at) - at(old.created_at));
    expect(fresh.replaces.id).toBe(old.id);
    expect(at(fresh.replaces.expires_at) - at(fresh.created_at)).toBe(DAY);
    const [was, is] = (await list(code)).slice(-2);
    expect(was).toMatchObject({ id: old.id, status: "active", replaced_by: fresh.id });
    expect(is).toMatchObject({ id: fresh.id, status: "active", replaced_by: null });
  });

  it("never lets a rotation make the old key live longer", async () => {
    const { code, id: providerId } = await makeProvider();
    const { key } = await make(providerId, { lifeMs: 1_800_000 });
    const fresh = rowOf(await keys("rotate", "--provider", code, "--key", key.id, "--overlap", "7d"));
    expect(fresh.replaces.expires_at).toBe(key.expiresAt?.toISOString());
  });

  it("refuses to rotate a key that is replaced, revoked or expired, says why, and makes none", async () => {
    const { code, id: providerId } = await makeProvider();
    const [replaced, revoked, expired] = await Promise.all([
      make(providerId),
      make(providerId),
      make(providerId, { lifeMs: -1000 }),
    ]);
    const done = await rotateKey(database(), providerId, replaced.key.id, {
      environment: "sandbox",
      overlapMs: 0,
    });
    await revokeKey(database(), providerId, revoked.key.id);
    const before = await list(code);
    for (const [{ key }, reason] of [
      [replaced, `it was replaced by ${(done as Issued).key.id} already. Rotate that one.`],
      [revoked, "it was revoked at "],
      [expired, "it expired at "],
    ] as const)
      expect(await keys("rotate", "--provider", code, "--key", key.id)).toMatchObject({
        code: 1,
        rows: [],
        said: expect.stringContaining(reason),
      });
    expect(await list(code)).toEqual(before);
    expect(before.find((row) => row.id === replaced.key.id)).toMatchObject({ status: "expired" });
  });

  it("makes one new key of many rotations at once", async () => {
    const { code, id: providerId, key } = await makeProvider();
    const { id } = parseApiKey(key)!;
    const rotations = Array.from({ length: 6 }, () =>
      rotateKey(database(), providerId, id, { environment: "sandbox" }),
    );
    const ends = (await Promise.all(rotations)).map((done) => done && "refused" in done);
    expect(ends.sort()).toEqual([false, true, true, true, true, true]);
    expect(await list(code)).toMatchObject([{ id, replaced_by: expect.any(String) }, { replaced_by: null }]);
  });

  it("revokes a key; again the answer is the same", async () => {
    const { code, key: text } = await makeProvider();
    const { id } = parseApiKey(text)!;
    const revoke = async () => rowOf(await keys("revoke", "--provider", code, "--key", id));
    const first = await revoke();
    expect(first).toMatchObject({ id, status: "revoked", revoked_at: expect.any(String) });
    expect(await revoke()).toEqual(first);
  });

  it("knows no key of another provider, and leaves it alone", async () => {
    const [mine, theirs] = [await makeProvider(), await makeProvider()];
    const id = parseApiKey(theirs.key)!.id;
    for (const [verb, key] of [
      ["rotate", id],
      ["revoke", id],
      ["revoke", newId("key")],
    ] as const)
      expect(await keys(verb, "--provider", mine.code, "--key", key)).toMatchObject({
        code: 1,
        rows: [],
        said: `--key "${key}": ${mine.code} has no such key. See \`npm run keys -- list --provider ${mine.code}\`.\n`,
      });
    expect(await list(theirs.code)).toMatchObject([{ id, status: "active", replaced_by: null }]);
  });

  it("tells all faults at once, each with its option and what to do, and makes no key", async () => {
    const { code } = await makeProvider();
    const faulty = await keys(
      ...["issue", "--provider", code, "--scope", "everything", "--expires-in", "soon"],
      ...["--label", "x".repeat(101)],
    );
    expect({ code: faulty.code, rows: faulty.rows }).toEqual({ code: 1, rows: [] });
    expect(faulty.said.split("\n").slice(0, 3)).toEqual([
      expect.stringMatching(/^--label ".*": it is longer than 100 characters\.$/),
      `--scope "everything": there is no such scope. There are: ${SCOPES.join(", ")}.`,
      '--expires-in "soon": write minutes, hours or days: 30m, 12h, 90d.',
    ]);
    const overlap = await keys(...["rotate", "--provider", code, "--key", newId("key"), "--overlap", "8d"]);
    expect(overlap.said).toContain('--overlap "8d": both keys can work for at most 7 days: 7d.');
    const nobody = await keys("issue", "--provider", "nobody-here");
    expect(nobody).toMatchObject({ code: 1, said: expect.stringContaining("npm run providers -- list") });
    expect(await list(code)).toHaveLength(1);
  });
});

describe("a key that is revoked by command", () => {
  it("is refused by a server that knows it well", async () => {
    const { code } = await makeProvider();
    const { id, api_key: text } = await issue(code);
    const ask = () => api("server", text).get("/v1/provider-checkouts");
    expect((await ask()).status).toBe(200);
    await keys("revoke", "--provider", code, "--key", id!);
    const refused = async () => {
      const answer = await ask();
      return answer.status !== 200 && answer;
    };
    expectProblem(await until("the key is refused", refused), 401, "invalid_api_key");
  });
});
