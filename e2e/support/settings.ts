import { expect } from "vitest";
import { parseSettings } from "../../server/settings/env";
import { StartRefused } from "../../server/settings/refusal";

export type Given = Record<string, string | undefined>;

/** The least that a sandbox starts with. */
export const SANDBOX = {
  DATABASE_URL: "postgres://localhost/checkout",
  APP_KEYS: `1:${Buffer.alloc(32).toString("base64")}`,
};

export const inSandbox = (changes: Given) => parseSettings({ ...SANDBOX, ...changes });

/** What the settings are refused for, each in a line; none where they are good. */
export function faultsOf(settings: Given): readonly string[] {
  try {
    parseSettings(settings);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(StartRefused);
    return (error as StartRefused).faults;
  }
}
