import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state";

/**
 * Whether Next can read what its script tells of its page. It calls anything else a fault of the server, which calls an
 * operator: no stranger should.
 */
export function isRouterState(header: string | null): boolean {
  try {
    parseAndValidateFlightRouterState(header ?? undefined);
    return true;
  } catch {
    return false;
  }
}
