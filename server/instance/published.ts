import { INSTANCE } from "../../packages/http/types";
import type { Instance } from "./instance";

export type { Portal } from "./portal";

/**
 * The instance that instrumentation.ts built. Next loads each module once more for pages and for actions: a module with
 * state, or a class that `instanceof` compares, must be reached through here and not be imported.
 */
export function published(): Instance {
  const instance: Instance | undefined = Reflect.get(globalThis, INSTANCE);
  if (!instance) throw new Error("instrumentation.ts did not publish the API's instance");
  return instance;
}
