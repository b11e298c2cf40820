import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { LogoFacts } from "../../lib/domain/logo";
import { readLogo } from "../../lib/provider/logo";
import { Problem } from "../../server/program/problem.mjs";

/** @throws Problem with the option where the file holds no logo */
export function logoFrom(option: string, path: string): LogoFacts {
  const read = readLogo(bytesOf(option, path));
  if ("fault" in read) throw new Problem(`--${option} "${path}": ${read.fault}`);
  return read;
}

/** Text as paragraphs between empty lines. @throws Problem with the option where the file holds none */
export function termsFrom(option: string, path: string): string {
  const fault = (what: string) => new Problem(`--${option} "${path}": ${what}`);
  const plain = textFrom(option, path).replaceAll("\r\n", "\n").trim();
  if (plain === "") throw fault("it is empty.");
  if (plain.length > 200_000) throw fault("it is longer than 200000 characters.");
  if (/(?![\n\t])\p{Cc}/u.test(plain)) throw fault("it contains control characters. Save it as plain text.");
  return plain;
}

/** @throws Problem with the option where the file is no text */
function textFrom(option: string, path: string): string {
  const bytes = bytesOf(option, path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Problem(`--${option} "${path}": it is not UTF-8 text. Save it as plain text.`);
  }
}

function bytesOf(option: string, path: string): Uint8Array {
  // npm runs commands in the project's folder; INIT_CWD is the folder that the caller was in.
  const file = resolve(process.env.INIT_CWD ?? ".", path);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Problem(`--${option} "${path}": there is no such file.`);
  return readFileSync(file);
}
