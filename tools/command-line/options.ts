import { type ParseArgsConfig, parseArgs } from "node:util";
import { textFault } from "../../lib/provider/values";
import { withoutCardNumber } from "../../packages/cards/card-number";
import { readText, type TextKind } from "../../packages/text/text";
import { Problem } from "../../server/program/problem.mjs";
import type { Settings } from "./settings";

const MAX_LENGTH = 500;

interface Option {
  /** What stands for the value in the usage; without it the option is a switch. */
  value?: string;
  required?: boolean;
  /** It may be given several times. */
  multiple?: boolean;
  /** What is wrong with a value and what to do about it, or null. */
  fault?: (value: string, settings: Settings) => string | null;
}

export type Options = Record<string, Option>;

export type Given<O extends Options> = {
  [N in keyof O]: O[N] extends { multiple: true }
    ? string[]
    : O[N] extends { value: string }
      ? O[N] extends { required: true }
        ? string
        : string | undefined
      : boolean;
};

/**
 * Reads what stands behind a command's name.
 * @throws Problem with every fault and the command's options
 */
export function readOptions<O extends Options>(
  command: string,
  options: O,
  argv: string[],
  settings: Settings,
): Given<O> {
  const refuse = (faults: string[]) => new Problem(`${faults.join("\n")}\n\n${usageOf(command, options)}`);
  const given = parsed(options, argv, refuse);
  const faults: string[] = [];
  const read = Object.entries(options).map(([name, option]) => {
    const { value, required, multiple } = option;
    if (!value) return [name, given[name] === true];
    const values = [given[name] ?? []].flat().map((one) => valueFor(option, String(one)));
    if (required && values.length === 0) faults.push(`--${name} is missing.`);
    for (const one of values) {
      const fault = textFault(one) ?? option.fault?.(one, settings);
      if (fault) faults.push(`--${name} "${withoutCardNumber(one)}": ${fault}`);
    }
    return [name, multiple ? values : values[0]];
  });
  if (faults.length > 0) throw refuse(faults);
  return Object.fromEntries(read);
}

function parsed(options: Options, argv: string[], refuse: (faults: string[]) => Problem) {
  const known: NonNullable<ParseArgsConfig["options"]> = {};
  for (const [name, { value, multiple = false }] of Object.entries(options))
    known[name] = value ? { type: "string", multiple } : { type: "boolean" };
  try {
    return parseArgs({ args: argv, options: known }).values;
  } catch (error) {
    // A command line must not be repeated that holds a card number.
    throw refuse([withoutCardNumber(error instanceof Error ? error.message : String(error))]);
  }
}

/** How values are read that are neither compared nor plain numbers. */
const KINDS: Record<string, TextKind> = { NAME: "words", TEXT: "words", ABN: "digits" };

function valueFor({ value = "" }: Option, given: string): string {
  if (value === "FILE") return given.trim();
  return readText(given, KINDS[value] ?? "plain", MAX_LENGTH);
}

/** `npm run providers -- create --code CODE …` with what may be left out in brackets. */
export function usageOf(command: string, options: Options): string {
  const words = Object.entries(options).map(([name, { value, required, multiple }]) => {
    const word = value ? `--${name} ${value}` : `--${name}`;
    return `${required ? word : `[${word}]`}${multiple ? "…" : ""}`;
  });
  return ["npm run", command, ...words].join(" ");
}
