import type { ProviderCheckoutClient } from "../index.js";
import { UsageError } from "./faults.js";
import type { Settings } from "./settings.js";

export interface Option {
  /** What stands for its value in the help; none for a switch. */
  value?: string;
  help: string;
  multiple?: boolean;
}

export interface Call {
  client: ProviderCheckoutClient;
  settings: Settings;
  /** What follows the command's name, as many as its usage names. */
  words: readonly string[];
  /** The values of an option, in their order; empty where it was not given. */
  values(name: string): readonly string[];
  json: boolean;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** A line of the result. */
  print(line: string): void;
  /** A line about what is under way, which is no part of the result. */
  note(line: string): void;
}

export interface Command {
  /** What follows its name: `CHECKOUT_ID`, or `[EVENT]` where it may be left out. */
  words: readonly string[];
  summary: string;
  /** What else its help says. */
  more?: string;
  options?: Readonly<Record<string, Option>>;
  /** It prints rows or an object, so `--json` is there too. */
  hasJson?: boolean;
  /** @returns false where it found a fault: exit code 1 */
  run(call: Call): Promise<boolean | undefined>;
}

/** The one value of an option. */
export const optionOf = (call: Call, name: string): string | undefined => call.values(name)[0];

/** @throws UsageError with what may be said instead */
export function oneOf<Name extends string>(name: string, value: string, names: readonly Name[]): Name {
  const found = names.find((one) => one === value);
  if (found === undefined) throw new UsageError(`${name} is one of:\n  ${names.join("\n  ")}\nnot ${value}`);
  return found;
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
