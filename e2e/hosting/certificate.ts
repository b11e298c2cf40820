import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "../support/programs";

export const openssl = findProgram("openssl", "openssl");

/** A certificate for this machine that nobody has signed, as files in the folder. */
export function makeCertificate(folder: string) {
  const [key, certificate, both] = ["key", "crt", "pem"].map((end) => join(folder, `checkout.${end}`)) as [
    string,
    string,
    string,
  ];
  const names = "subjectAltName=DNS:localhost,IP:127.0.0.1";
  const options = ["-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", names];
  execFileSync(openssl.path ?? "openssl", ["req", "-x509", ...options, "-keyout", key, "-out", certificate], {
    stdio: "pipe",
  });
  writeFileSync(both, readFileSync(certificate, "utf8") + readFileSync(key, "utf8"));
  return { key, certificate, both };
}
