import { contradictions, productionFaults } from "./rules";
import { type Env, SETTINGS } from "./schema";

/**
 * Reads the settings; empty ones count as missing.
 * @throws Error naming every setting that is missing, wrong or too weak for production, and never a value
 */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>): Env {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  const wrong = new Set<string>();
  for (const [name, schema] of Object.entries(SETTINGS)) {
    const result = schema.safeParse(environment[name] || undefined);
    if (result.success) values[name] = result.data;
    else {
      wrong.add(name);
      for (const { message } of result.error.issues) faults.push(`${name}: ${message}`);
    }
  }
  // The rules do not see a malformed setting, so that it is reported once.
  const given = {
    values: values as Partial<Env>,
    isMissing: (name: keyof Env) => !environment[name] && !wrong.has(name),
  };
  faults.push(...contradictions(given));
  if (given.values.ENVIRONMENT === "production") faults.push(...productionFaults(given));
  if (faults.length === 0) return values as Env;
  const lines = faults.map((fault) => `  ${fault}`);
  const fault = new Error(`The settings have faults:\n${lines.join("\n")}\nSee .env.example.`);
  // A stack trace would only bury the lines that help.
  fault.stack = fault.message;
  throw fault;
}
