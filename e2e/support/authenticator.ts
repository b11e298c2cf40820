import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const PRESENT = 1;
const VERIFIED = 4;
const WITH_KEY = 64;

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** A device that keeps one passkey, for a website's origin. */
export function authenticator(origin: string, { verifies = true } = {}) {
  const id = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // COSE, in CBOR: ES256 on P-256.
  const key = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    Buffer.from(x, "base64url"),
    Buffer.from("225820", "hex"),
    Buffer.from(y, "base64url"),
  ]);
  const length = Buffer.from([0, id.length]);
  const made = Buffer.concat([Buffer.alloc(16), length, id, key]);
  let counter = 0;
  const said = (flags: number, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    const all = Buffer.from([PRESENT | flags | (verifies ? VERIFIED : 0)]);
    return Buffer.concat([sha256(new URL(origin).hostname), all, count, attested]);
  };
  const clientData = (type: string, asked: unknown, from: string) => {
    const { challenge } = asked as { challenge: string };
    return Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  };
  const given = (response: Record<string, Buffer>) =>
    JSON.stringify({
      id: id.toString("base64url"),
      rawId: id.toString("base64url"),
      type: "public-key",
      clientExtensionResults: {},
      response: Object.fromEntries(
        Object.entries(response).map(([name, bytes]) => [name, bytes.toString("base64url")]),
      ),
    });
  return {
    create(asked: unknown, from = origin) {
      const authData = said(WITH_KEY, made);
      const head = Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex");
      const attestationObject = Buffer.concat([head, Buffer.from([authData.length]), authData]);
      return given({ clientDataJSON: clientData("webauthn.create", asked, from), attestationObject });
    },
    get(asked: unknown, from = origin) {
      const clientDataJSON = clientData("webauthn.get", asked, from);
      const authenticatorData = said(0);
      const signature = sign(
        "sha256",
        Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
        privateKey,
      );
      return given({ clientDataJSON, authenticatorData, signature });
    },
  };
}
