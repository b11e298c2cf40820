import { addressOf, checkTransport, keyOf } from "../options.js";

/** What a person typed is wrong, or a setting is missing: exit code 2. */
export class UsageError extends Error {}

export interface Settings {
  baseUrl: string;
  apiKey: string;
}

/** @throws UsageError if BASE_URL or API_KEY is missing, or cannot be one */
export function settingsOf({ BASE_URL, API_KEY }: Readonly<Record<string, string | undefined>>): Settings {
  try {
    const baseUrl = addressOf("BASE_URL", BASE_URL);
    if (!API_KEY) throw new TypeError("API_KEY is missing: set it to your key");
    const apiKey = keyOf(API_KEY);
    checkTransport(baseUrl, apiKey);
    return { baseUrl, apiKey };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
