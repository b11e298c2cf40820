import { platformOf } from "./platform";
import { contradictions, productionFaults } from "./rules";
import { type Env, SETTINGS } from "./schema";

/**
 * Reads the settings; empty ones count as missing. What is missing has the value that is right for the platform, where
 * that is known. D-165
 * @throws Error naming every setting that is missing, wrong or too weak for production, and never a value
 */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>): Env {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  const wrong = new Set<string>();
  const platform = platformOf(environment);
  const textOf = (name: string) =>
    environment[name] || platform?.defaults[name as keyof typeof SETTINGS]?.value || undefined;
  for (const [name, schema] of Object.entries(SETTINGS)) {
    const result = schema.safeParse(textOf(name));
    if (result.success) values[name] = result.data;
    else {
      wrong.add(name);
      for (const { message } of result.error.issues) faults.push(`${name}: ${message}`);
    }
  }
  // The rules do not see a malformed setting, so that it is reported once.
  const given = {
    values: values as Partial<Env>,
    isMissing: (name: keyof typeof SETTINGS) => !textOf(name) && !wrong.has(name),
  };
  faults.push(...contradictions(given));
  if (given.values.ENVIRONMENT === "production") faults.push(...productionFaults(given));
  if (faults.length === 0) return { ...values, platform: platform?.name ?? null } as Env;
  // A fault is told of the variable that somebody set.
  const named = (fault: string) =>
    fault.replace(/^\w+/, (name) =>
      environment[name] ? name : (platform?.defaults[name as keyof typeof SETTINGS]?.from ?? name),
    );
  const lines = faults.map((fault) => `  ${named(fault)}`);
  const fault = new Error(`The settings have faults:\n${lines.join("\n")}\nSee .env.example.`);
  // A stack trace would only bury the lines that help.
  fault.stack = fault.message;
  throw fault;
}
