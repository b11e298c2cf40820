import { type ParseArgsConfig, parseArgs } from "node:util";
import { containsCardNumber, withoutCardNumber } from "../../packages/cards/card-number";
import { hasControlCharacters, readText, type TextKind } from "../../packages/text/text";
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
  const faults: string[] = [];
  const given = new Map<string, string[]>();
  for (const token of tokensOf(options, argv)) {
    if (token.kind === "positional")
      faults.push(
        `"${withoutCardNumber(token.value)}" belongs to no option. Put texts with blanks in quotes.`,
      );
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    const known = given.get(token.name) ?? [];
    if (!option) faults.push(`There is no option ${token.rawName}.`);
    else if (option.value && !isValue(token))
      faults.push(`--${token.name} needs a value: --${token.name} ${option.value}.`);
    else if (!option.value && token.value !== undefined) faults.push(`--${token.name} takes no value.`);
    else if (known.length > 0 && !option.multiple) faults.push(`--${token.name} is given twice.`);
    else given.set(token.name, [...known, valueFor(option, token.value ?? "")]);
  }
  for (const [name, option] of Object.entries(options)) {
    const values = given.get(name) ?? [];
    if (option.required && values.length === 0 && !faults.some((fault) => fault.startsWith(`--${name} `)))
      faults.push(`--${name} is missing.`);
    for (const value of values) {
      const fault = option.value && (characterFault(value) ?? option.fault?.(value, settings));
      if (fault) faults.push(`--${name} "${withoutCardNumber(value)}": ${fault}`);
    }
  }
  if (faults.length > 0) throw new Problem(`${faults.join("\n")}\n\n${usageOf(command, options)}`);
  const read = Object.entries(options).map(([name, option]) => {
    const values = given.get(name);
    if (!option.value) return [name, values !== undefined];
    return [name, option.multiple ? (values ?? []) : values?.[0]];
  });
  return Object.fromEntries(read);
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

/** Not strict: Node would stop at the first fault, with its own message. */
function tokensOf(options: Options, argv: string[]) {
  const known: NonNullable<ParseArgsConfig["options"]> = {};
  for (const [name, { value }] of Object.entries(options))
    known[name] = { type: value ? "string" : "boolean" };
  return parseArgs({ args: argv, options: known, strict: false, allowPositionals: true, tokens: true })
    .tokens;
}

/** What follows an option and begins with a hyphen is the next option; `--name=-x` says otherwise. */
const isValue = ({ value, inlineValue }: { value?: string; inlineValue?: boolean }) =>
  value !== undefined && value.trim() !== "" && (inlineValue || !value.startsWith("-"));

function characterFault(value: string): string | null {
  if (value.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters.`;
  if (containsCardNumber(value, "issued")) return "it looks like a card number.";
  return hasControlCharacters(value) ? "it holds a control character, a line break for example." : null;
}
