import { isKeyOf } from "../../packages/text/narrow";
import { misspeltNames } from "./names";
import { platformOf } from "./platform";
import { contradictions, productionFaults, warnings } from "./rules";
import { type Env, SETTINGS } from "./schema";
import { isMissing, wordsOf } from "./words";

type Environment = Readonly<Record<string, string | undefined>>;

const MISSPELT = "is no setting. Rename it to the one that you mean (.env.example has all), or take it away.";

/** The settings have faults: each is a line with the setting's name and what to do, without a value. */
export class SettingsFault extends Error {
  override name = "SettingsFault";
  constructor(
    readonly faults: readonly string[],
    /** What is right by itself, and of which is read as far as it could be. */
    readonly read: Partial<Env>,
  ) {
    super(`The settings have faults:\n${faults.map((fault) => `  ${fault}`).join("\n")}\nSee .env.example.`);
    // A stack trace would only bury the lines that help.
    this.stack = this.message;
  }
}

/**
 * Reads the settings; empty ones count as missing. What is missing has the value that is right for the platform, where
 * that is known.
 * @throws SettingsFault naming every setting that is missing, wrong or too weak for production, and never a value
 */
export function parseSettings(environment: Environment): Env {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  const wrong = new Set<string>();
  const platform = platformOf(environment);
  const usual = (name: string) =>
    platform && isKeyOf(platform.defaults, name) ? platform.defaults[name] : undefined;
  const textOf = (name: string) => environment[name] || usual(name)?.value || undefined;
  for (const [name, schema] of Object.entries(SETTINGS)) {
    const result = schema.safeParse(textOf(name));
    if (result.success) values[name] = result.data;
    else {
      wrong.add(name);
      const { issues } = result.error;
      const words = textOf(name) === undefined ? [isMissing(name)] : issues.map(wordsOf);
      for (const text of words) faults.push(`${name}: ${text}`);
    }
  }
  // The rules do not see a malformed setting, so that it is reported once.
  const given = {
    values: values as Partial<Env>,
    isMissing: (name: keyof typeof SETTINGS) => !textOf(name) && !wrong.has(name),
  };
  faults.push(...contradictions(given));
  if (given.values.ENVIRONMENT === "production") {
    faults.push(...productionFaults(given));
    for (const name of misspeltNames(environment)) faults.push(`${name}: ${MISSPELT}`);
  }
  if (faults.length === 0) return { ...values, platform: platform?.name ?? null } as Env;
  // A fault is told of the variable that somebody set.
  const named = (fault: string) =>
    fault.replace(/^\w+/, (name) => (environment[name] ? name : (usual(name)?.from ?? name)));
  throw new SettingsFault(faults.map(named), given.values);
}

/** What works and is worth a look: a line each, as for faults. */
export function warningsOf(environment: Environment, values: Partial<Env>): string[] {
  const given = { values, isMissing: (name: keyof typeof SETTINGS) => !environment[name] };
  const misspelt = values.ENVIRONMENT === "production" ? [] : misspeltNames(environment);
  return [...warnings(given), ...misspelt.map((name) => `${name}: ${MISSPELT}`)];
}
