import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { sharedStack } from "../shared";
import { compiled } from "../stack";

/** Runs one of the npm commands for operators on the shared stack; what it prints, a row of JSON a line. */
async function run(script: "providers" | "courses", args: string[]): Promise<Record<string, string>[]> {
  const command = [compiled("command"), script, ...args];
  const { databaseUrl } = sharedStack();
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** A provider with one course, made as an operator makes them. */
export async function makeByCommand(name: string, course: string, price: string) {
  const code = `cmd-${randomBytes(5).toString("hex")}`;
  const [made] = await run("providers", ["create", "--code", code, "--name", name, "--key"]);
  await run("courses", ["add", "--provider", code, "--name", course, "--price", price]);
  return { code, key: made!.api_key! };
}
