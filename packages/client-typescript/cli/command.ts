import type { ProviderCheckoutClient } from "../index.js";

/** What a person typed is wrong, or a setting is missing: exit code 2. */
export class UsageError extends Error {}

/** It could not be done, for a reason that a person can change: exit code 1. */
export class Failure extends Error {}

export interface Settings {
  baseUrl: string;
  apiKey: string | undefined;
  providerCode: string | undefined;
  /** Where address and key were found, for what a person reads. */
  from: string;
}

export interface Option {
  /** What stands for its value in the help; a switch has none. */
  value?: string;
  help: string;
}

export interface Call {
  client: ProviderCheckoutClient;
  settings: Settings;
  /** Of this package. */
  version: string;
  /** What follows the command's name. */
  word: string | undefined;
  /** The value of an option. */
  valueOf(option: string): string | undefined;
  /** Whether a switch is given. */
  has(option: string): boolean;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** A line of the result. */
  print(line: string): void;
  /** A line about what is under way, which is no part of the result. */
  note(line: string): void;
}

export interface Command {
  /** What may follow its name. */
  word?: string;
  summary: string;
  /** What else its help says. */
  more?: string;
  options?: Readonly<Record<string, Option>>;
  /** @returns false if it found a fault: exit code 1 */
  run(call: Call): Promise<boolean | undefined>;
}

/** Rows in columns, as wide as their longest entry. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
