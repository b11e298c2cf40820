import { describe, expect, it, onTestFinished, vi } from "vitest";
import { makeApiKey } from "../../lib/crypto/api-key";
import { type Id, newId } from "../../lib/domain/ids";
import { NO_POLICY } from "../../lib/domain/plan-policy";
import { callerOf, type KnownKey, readKey } from "../../lib/http/authenticate";
import { cacheKeys } from "./key-cache";

const SECRET = new Uint8Array(32);

const known = (keyId: Id<"key">): KnownKey => ({
  caller: {
    provider: {
      id: newId("prv"),
      code: "harbour-college",
      name: "Harbour College",
      timeZone: "UTC",
      ...NO_POLICY,
    },
    keyId,
    scopes: [],
    now: () => new Date(),
  },
  secretSha256: SECRET,
  expiresAt: null,
  revokedAt: null,
});

function setUp(find = async (id: Id<"key">): Promise<KnownKey | null> => known(id)) {
  const clock = { now: 0, stoodStillFor: 0 };
  const steady = vi.spyOn(performance, "now").mockImplementation(() => clock.now);
  const wall = vi.spyOn(Date, "now").mockImplementation(() => clock.now + clock.stoodStillFor);
  onTestFinished(() => [steady, wall].forEach((one) => void one.mockRestore()));
  const look = vi.fn(find);
  const cached = cacheKeys(look);
  return { clock, look, findKey: (id: Id<"key">) => cached(id, SECRET) };
}

describe("the cache of keys", () => {
  const id = newId("key");

  it("asks once for requests at once and within three seconds", async () => {
    const { clock, look, findKey } = setUp();
    const found = await Promise.all([findKey(id), findKey(id)]);
    clock.now = 2_999;
    expect(await findKey(id)).toBe(found[0]);
    expect(found[1]).toBe(found[0]);
    expect(look).toHaveBeenCalledTimes(1);
  });

  it("lets a revocation be felt after three seconds, however busy the key is", async () => {
    let revokedAt: Date | null = null;
    const { clock, findKey } = setUp(async (one) => ({ ...known(one), revokedAt }));
    await findKey(id);
    revokedAt = new Date();
    for (clock.now = 100; clock.now <= 3_000; clock.now += 100)
      expect((await findKey(id))?.revokedAt).toBeNull();
    expect((await findKey(id))?.revokedAt).toBe(revokedAt);
  });

  it("knows no key any more after a pause in which the steady clock stood still", async () => {
    const { clock, look, findKey } = setUp();
    await findKey(id);
    clock.stoodStillFor = 60_000;
    await findKey(id);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it("does not let a key live longer than it may", async () => {
    const { key, secretSha256 } = makeApiKey("sandbox", id);
    const { clock, look, findKey } = setUp(async (one) => ({
      ...known(one),
      caller: { ...known(one).caller, now: () => new Date(clock.now) },
      secretSha256,
      expiresAt: new Date(2_000),
    }));
    const enter = async () => callerOf(readKey(`Bearer ${key}`, "sandbox"), findKey);
    await enter();
    clock.now = 1_999;
    expect(await enter()).toMatchObject({ keyId: id });
    clock.now = 2_000;
    await expect(enter()).rejects.toMatchObject({ code: "api_key_expired" });
    expect(look).toHaveBeenCalledTimes(1);
  });

  it("counts the three seconds from before the look-up", async () => {
    let answer = (_: null) => {};
    const { clock, look, findKey } = setUp(() => new Promise((resolve) => (answer = resolve)));
    const slow = findKey(id);
    clock.now = 3_001;
    answer(null);
    await slow;
    findKey(id);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it("hands the secret on, which decides whether the look-up counts as a use", async () => {
    const { look, findKey } = setUp();
    await findKey(id);
    expect(look).toHaveBeenCalledWith(id, SECRET);
  });

  it("remembers that a key is unknown", async () => {
    const { look, findKey } = setUp(async () => null);
    expect([await findKey(id), await findKey(id)]).toEqual([null, null]);
    expect(look).toHaveBeenCalledTimes(1);
  });

  it("does not remember a failure", async () => {
    let fails = true;
    const { findKey } = setUp(async (one) => {
      if (fails) throw new Error("The database is away");
      return known(one);
    });
    await expect(Promise.all([findKey(id), findKey(id)])).rejects.toThrow("away");
    fails = false;
    expect(await findKey(id)).toMatchObject({ caller: { keyId: id } });
  });

  it("keeps 5,000 at most, and the latest of them", async () => {
    const { look, findKey } = setUp(async () => null);
    const ids = Array.from({ length: 5_001 }, () => newId("key"));
    for (const one of ids) await findKey(one);
    await findKey(ids.at(-1)!);
    expect(look).toHaveBeenCalledTimes(5_001);
    await findKey(ids[0]!);
    expect(look).toHaveBeenCalledTimes(5_002);
  });
});
