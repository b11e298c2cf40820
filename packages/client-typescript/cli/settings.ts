import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { addressOf, checkTransport, keyOf } from "../options.js";

/** What a person typed is wrong, or a setting is missing: exit code 2. */
export class UsageError extends Error {}

export interface Settings {
  baseUrl: string;
  apiKey: string | undefined;
  /** Where address and key were found, for what a person reads. */
  from: string;
}

/**
 * From the environment. Without an address and a key there, a demo that was started in this folder or one above it is
 * meant; its key never goes to another address.
 * @throws UsageError if no address is known, or address or key cannot be one
 */
export function settingsOf(env: Readonly<Record<string, string | undefined>>, folder: string): Settings {
  const { BASE_URL, API_KEY } = env;
  if (BASE_URL !== undefined) {
    try {
      const baseUrl = addressOf("BASE_URL", BASE_URL);
      const apiKey = API_KEY === undefined ? undefined : keyOf(API_KEY);
      checkTransport(baseUrl, apiKey);
      return { baseUrl, apiKey, from: "the environment" };
    } catch (error) {
      throw new UsageError(error instanceof Error ? error.message : String(error));
    }
  }
  const file = API_KEY === undefined ? demoFileAbove(folder) : null;
  if (file === null)
    throw new UsageError(
      "No address is known. Set BASE_URL to the service's address and API_KEY to your key, or start the demo in this folder.",
    );
  const { base_url, api_key } = JSON.parse(readFileSync(file, "utf8"));
  return { baseUrl: base_url, apiKey: api_key, from: file };
}

function demoFileAbove(folder: string): string | null {
  const file = join(folder, ".data", "demo.json");
  if (existsSync(file)) return file;
  const above = dirname(folder);
  return above === folder ? null : demoFileAbove(above);
}
