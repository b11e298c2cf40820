import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { addressOf, checkTransport, keyOf } from "../options.js";
import { UsageError } from "./faults.js";

export interface Settings {
  baseUrl: string;
  apiKey: string | undefined;
  providerCode: string | undefined;
  /** Where address and key were found, for what a person reads. */
  from: string;
}

interface Demo {
  base_url: string;
  api_key: string;
  provider_code: string;
}

/**
 * Options win over the environment. Where neither has an address or a key, a demo that was started in this folder or one
 * above it is meant; its key never goes to another address.
 * @throws UsageError where no address is known, or it is none
 */
export function settingsOf(
  option: (name: string) => string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): Settings {
  const baseUrl = option("base-url") ?? env.PROVIDER_CHECKOUT_URL ?? env.BASE_URL;
  const apiKey = option("api-key") ?? env.PROVIDER_CHECKOUT_API_KEY ?? env.API_KEY;
  const providerCode = option("provider-code") ?? env.PROVIDER_CODE;
  if (baseUrl !== undefined) {
    const key = apiKey === undefined ? undefined : usable(() => keyOf(apiKey));
    const address = usable(() => addressOf("The address", baseUrl));
    usable(() => checkTransport(address, key));
    return { baseUrl: address, apiKey: key, providerCode, from: "the options or the environment" };
  }
  const file = apiKey === undefined ? demoFileAbove(folder) : null;
  if (file === null)
    throw new UsageError(
      "No address is known. Set BASE_URL to the service's address and API_KEY to your key, or start the demo in this folder.",
    );
  const demo: Demo = JSON.parse(readFileSync(file, "utf8"));
  return {
    baseUrl: demo.base_url,
    apiKey: demo.api_key,
    providerCode: providerCode ?? demo.provider_code,
    from: file,
  };
}

function usable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function demoFileAbove(folder: string): string | null {
  const file = join(folder, ".data", "demo.json");
  if (existsSync(file)) return file;
  const above = dirname(folder);
  return above === folder ? null : demoFileAbove(above);
}
