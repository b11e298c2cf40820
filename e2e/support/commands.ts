import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { sharedStack } from "./shared";

export const newCode = () => `cli-${randomBytes(6).toString("hex")}`;

export interface Ending {
  code: number;
  rows: Record<string, unknown>[];
  said: string;
}

/** Runs a command as npm does, on the tests' database. */
export function runScript(
  script: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<Ending> {
  const env = { ...process.env, DATABASE_URL: sharedStack().databaseUrl, ...settings };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--import", "tsx", `scripts/${script}.ts`, ...args],
      { env },
      (error, out, said) =>
        resolve({
          code: error ? Number(error.code) : 0,
          rows: out
            .split("\n")
            .filter((line) => line.startsWith("{"))
            .map((line) => JSON.parse(line)),
          said,
        }),
    );
  });
}
