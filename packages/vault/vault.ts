import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { firstAndLast, present } from "../text/narrow";

export interface Sealed {
  keyVersion: number;
  /** Nonce (12 bytes), tag (16 bytes), ciphertext. */
  bytes: Uint8Array;
}

/** An encrypted value cannot be decrypted, or a derived one cannot be derived again. */
export class Unreadable extends Error {
  override name = "Unreadable";

  /** Also `altered` if the bytes belong to another row, or if another key has this version. */
  constructor(
    readonly reason: "key_missing" | "altered",
    readonly keyVersion: number,
  ) {
    super(
      reason === "key_missing"
        ? `APP_KEYS holds no key of version ${keyVersion}`
        : `The key of version ${keyVersion} does not open what was sealed`,
    );
  }
}

/** The keys are not checked yet, because the database does not respond. */
export class KeysNotChecked extends Error {
  override name = "KeysNotChecked";
  override message = "The keys of APP_KEYS are not checked yet";
}

/** Keys have versions. New values use the newest key. Old rows name the version that decrypts them. */
export interface Vault<Purpose extends string> {
  readonly keyVersion: number;
  /** Newest first. */
  readonly keyVersions: readonly number[];
  /** AES-256-GCM. `boundTo` names the row, so an encrypted value copied to another row cannot be decrypted. */
  seal(purpose: Purpose, boundTo: string, plain: Uint8Array, version?: number): Sealed;
  /** @throws Unreadable when the bytes were altered, belong to another row, or their key version is not configured. */
  open(purpose: Purpose, boundTo: string, sealed: Sealed): Uint8Array;
  /** HMAC-SHA256, 32 bytes. @throws Unreadable when the key version is not configured */
  derive(purpose: Purpose, keyVersion: number, message: string): Buffer;
}

/**
 * `keys`: `version:base64 of 32 bytes`, comma-separated, newest first. Contract section 10.
 * @throws Error if a version comes twice: it would not be clear which key decrypts what it encrypted
 */
export function createVault<Purpose extends string>(keys: string): Vault<Purpose> {
  const masters = new Map<number, Buffer>();
  for (const entry of keys.split(",")) {
    const [version, base64] = entry.split(":");
    if (masters.has(Number(version))) throw new Error(`APP_KEYS holds two keys of version ${version}`);
    masters.set(Number(version), Buffer.from(present(base64, "key of this version"), "base64"));
  }
  const keyVersions = [...masters.keys()];
  const [newest] = firstAndLast(keyVersions);
  const derived = new Map<string, Buffer>();

  function keyFor(purpose: Purpose, version: number): Buffer {
    const name = `${purpose}:${version}`;
    const known = derived.get(name);
    if (known) return known;
    const master = masters.get(version);
    if (!master) throw new Unreadable("key_missing", version);
    const key = Buffer.from(hkdfSync("sha256", master, Buffer.alloc(0), `provider-checkout ${purpose}`, 32));
    derived.set(name, key);
    return key;
  }

  return {
    keyVersion: newest,
    keyVersions,
    seal(purpose, boundTo, plain, keyVersion = newest) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", keyFor(purpose, keyVersion), nonce);
      cipher.setAAD(Buffer.from(boundTo));
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      return { keyVersion, bytes: Buffer.concat([nonce, cipher.getAuthTag(), sealed]) };
    },
    open(purpose, boundTo, sealed) {
      const bytes = Buffer.from(sealed.bytes);
      const key = keyFor(purpose, sealed.keyVersion);
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
        decipher.setAAD(Buffer.from(boundTo));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
      } catch {
        throw new Unreadable("altered", sealed.keyVersion);
      }
    },
    derive: (purpose, version, message) =>
      createHmac("sha256", keyFor(purpose, version)).update(message).digest(),
  };
}
