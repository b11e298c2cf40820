import { type Id, type IdPrefix, idFromUuid } from "../domain/ids";
import { sha256 } from "./api-key";

/** The same text gives the same id, so that a service that has lost its last commits sends a processor the same key again. */
export function derivedId<P extends IdPrefix>(prefix: P, text: string): Id<P> {
  const hex = sha256(text).toString("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(12, 15)}`, `8${hex.slice(15, 18)}`];
  return idFromUuid(prefix, [...parts, hex.slice(18, 30)].join("-"));
}
