import { present } from "../../lib/domain/narrow";
import { editDistance } from "../../packages/text/edit-distance";
import { SETTINGS } from "./schema";

/** What the server, the build, the tests and Next read by themselves. */
export const READ_ELSEWHERE = [
  "PORT",
  "NEXT_DIST_DIR",
  "STANDALONE",
  "TEST_BUILD",
  "CHROMIUM_PATH",
  "NEXT_TELEMETRY_DISABLED",
] as const;

/** A variable of the environment that seems to be meant for the service, and is none of its settings. */
export interface Misspelt {
  name: string;
  meant: string;
  /** What it seems to mean is not set otherwise, so the service works without what somebody meant to tell it. */
  isLost: boolean;
}

/** Words that no other program's variables are known to begin with. */
const OURS =
  /^(GATEWAY|JOBS|WEBHOOK|RATE_LIMIT|AGREEMENT|TRUSTED_PROX\w*|SMTP|MAIL|TICK|DRAIN|SANDBOX|ACCESS_LOG)_/;
/** What Kubernetes sets in every container for a service that is called `gateway`, for example. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT(_\d+_(TCP|UDP|SCTP)(_\w+)?)?$/;

/** Shorter names, PORT and HOST, differ by a letter from many that are right. */
const SHORTEST = 7;

/**
 * Looks for names that are nearly one of ours: a letter wrong, left out, doubled or in another place, two in long names;
 * other capitals; a name that stops in the middle; one that begins as only ours do.
 */
export function* misspeltNames(
  environment: Readonly<Record<string, string | undefined>>,
): Generator<Misspelt> {
  const settings = [...Object.keys(SETTINGS), ...READ_ELSEWHERE];
  const known = settings.filter((name) => name.length >= SHORTEST);
  for (const name of Object.keys(environment)) {
    if (!environment[name] || name.length < SHORTEST || settings.includes(name)) continue;
    const meant = meantBy(name, known);
    if (meant) yield { name, meant, isLost: !environment[meant] };
  }
}

function meantBy(name: string, known: readonly string[]): string | null {
  const capitals = name.toUpperCase();
  const distances = known.map((one) => ({ one, distance: editDistance(capitals, one) }));
  const { one, distance } = distances.reduce((best, next) => (next.distance < best.distance ? next : best));
  if (distance <= (one.length < 10 ? 1 : 2)) return one;
  const whole = known.find((other) => name.includes("_") && other.startsWith(`${name}_`));
  if (whole) return whole;
  return OURS.test(name) && !OF_KUBERNETES.test(name) ? nearestOfKind(name, distances) : null;
}

/** The nearest of those that begin with the same word; the nearest of all where none does. */
function nearestOfKind(name: string, distances: readonly { one: string; distance: number }[]): string {
  const word = `${name.split("_")[0]}_`;
  const sorted = distances.toSorted((a, b) => a.distance - b.distance);
  return present(sorted.find(({ one }) => one.startsWith(word)) ?? sorted[0], "setting").one;
}
