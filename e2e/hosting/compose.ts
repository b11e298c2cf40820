/** Reads compose.yaml as Compose does: merged, and with the settings of `.env` put in. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

export interface Service {
  image: string;
  command?: string[] | string;
  environment: Record<string, string>;
  depends_on?: Record<string, { condition: string; required?: boolean }> | string[];
  healthcheck?: { test?: string[]; disable?: boolean };
  [key: string]: unknown;
}

/** The file as it stands. */
export const composeFile = () => parse(readFileSync("compose.yaml", "utf8"), { merge: true });

/**
 * @param settings what `.env` holds
 * @throws Error as Compose prints it, naming a setting that is missing and what to do
 */
export function servicesWith(settings: Record<string, string>): Record<string, Service> {
  const filled = (value: unknown): unknown => {
    if (typeof value === "string") return interpolate(value, settings);
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one)]));
  };
  return filled(composeFile().services) as Record<string, Service>;
}

function interpolate(text: string, settings: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind = "-", words = "") => {
    const value = settings[name];
    if (value) return value;
    if (kind === "?") throw new Error(`required variable ${name} is missing a value: ${words}`);
    return words;
  });
}
