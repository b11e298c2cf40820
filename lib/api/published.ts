import { INSTANCE } from "../http/types";
import type { Instance } from "./instance";

/**
 * The instance that instrumentation.ts built. Next loads a copy of every module for pages and for actions, so what
 * holds state or compares classes is reached through here; only its types are imported.
 */
export function published(): Instance {
  const instance = (globalThis as { [INSTANCE]?: Instance })[INSTANCE];
  if (!instance) throw new Error("instrumentation.ts did not publish the API's instance");
  return instance;
}
