import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { newId } from "../domain/ids";
import { certificateOf, readCertificate } from "./certificate";
import { createVault } from "./vault";

const key = (version: number) => `${version}:${randomBytes(32).toString("base64")}`;
const first = key(1);
const vault = createVault(first);
const providerId = newId("prv");
const certified = { date: "2026-11-28", ids: [newId("chk"), newId("req"), newId("whd")] };
const code = certificateOf(vault, providerId, certified);

it("a certificate says what it certifies, and is genuine for its provider", () => {
  expect(readCertificate(vault, providerId, code)).toEqual(certified);
  expect(readCertificate(vault, providerId, ` ${code}\n`)).toEqual(certified);
  expect(readCertificate(vault, newId("prv"), code)).toBeNull();
});

it("an altered one is not", () => {
  const altered = [
    code.replace("2026-11-28", "2026-11-27"),
    code.replace(certified.ids[0]!, newId("chk")),
    code.replace(`.${certified.ids[1]}`, ""),
    code.slice(0, -1),
    code.replace(/^1/, "2"),
    code.replace(/^1/, "1e0"),
    "",
    "x".repeat(2_000),
  ];
  for (const one of altered) expect([one, readCertificate(vault, providerId, one)]).toEqual([one, null]);
});

it("it stays genuine after a rotation, until its key is taken away", () => {
  const next = key(2);
  expect(readCertificate(createVault(`${next},${first}`), providerId, code)).toEqual(certified);
  expect(readCertificate(createVault(next), providerId, code)).toBeNull();
});
