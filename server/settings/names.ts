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

/** Words that no other program's variables are known to begin with. */
const OURS =
  /^(GATEWAY|JOBS?|WEBHOOK|RATE_LIMIT|AGREEMENT|TRUSTED_PROX\w*|SMTP|MAIL|TICK|DRAIN|SANDBOX|ACCESS_LOG)_|^(APP_KEY|RATE_LIMIT)$/;
/** What Kubernetes sets in every container for a service that is called `gateway`, for example. */
const OF_KUBERNETES = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT(_\d+_(TCP|UDP|SCTP)(_\w+)?)?$/;

/** Variables that begin as only our settings do, and are none: the service works without what somebody meant to tell it. */
export function misspeltNames(environment: Readonly<Record<string, string | undefined>>): string[] {
  const settings: string[] = [...Object.keys(SETTINGS), ...READ_ELSEWHERE];
  return Object.keys(environment).filter(
    (name) => environment[name] && !settings.includes(name) && OURS.test(name) && !OF_KUBERNETES.test(name),
  );
}
