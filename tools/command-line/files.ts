import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { LogoFacts } from "../../lib/domain/logo";
import { readLogo } from "../../lib/provider/logo";
import { readPublished } from "../../lib/provider/texts";
import { Problem } from "../../server/program/problem.mjs";

/** @throws Problem with the option where the file holds no logo */
export function logoFrom(option: string, path: string): LogoFacts {
  const read = readLogo(bytesOf(option, path));
  if ("fault" in read) throw new Problem(`--${option} "${path}": ${read.fault}`);
  return read;
}

/** @throws Problem with the option where the file holds no text */
export function termsFrom(option: string, path: string): string {
  const read = readPublished(bytesOf(option, path));
  if ("fault" in read) throw new Problem(`--${option} "${path}": ${read.fault}`);
  return read.text;
}

function bytesOf(option: string, path: string): Uint8Array {
  // npm runs commands in the project's folder; INIT_CWD is the folder that the caller was in.
  const file = resolve(process.env.INIT_CWD ?? ".", path);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Problem(`--${option} "${path}": there is no such file.`);
  return readFileSync(file);
}
