import { randomBytes } from "node:crypto";
import { readOptions } from "../command-line/options";

const OPTIONS = {
  "key-version": {
    value: "2",
    fault: (text: string) => (/^[1-9]\d{0,3}$/.test(text) ? null : "a version is a number from 1 to 9999."),
  },
} as const;

/**
 * Fresh secrets as lines of an environment file. They are written nowhere else.
 * @param argv `--key-version 2` for the key that follows one of version 1
 * @throws Problem naming an option that is none
 */
export function freshSecrets(argv: string[]): string[] {
  const { "key-version": version = "1" } = readOptions("secrets --", OPTIONS, argv, {});
  return [
    `APP_KEYS=${version}:${randomBytes(32).toString("base64")}`,
    `JOBS_SECRET=${randomBytes(32).toString("base64url")}`,
    `GATEWAY_SECRET=${randomBytes(32).toString("base64url")}`,
  ];
}
