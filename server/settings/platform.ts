import type { SETTINGS } from "./schema";

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings as the environment would have them, each with the variable that its value comes from, if there is one. */
type Defaults = Partial<Record<keyof typeof SETTINGS, { value: string; from?: string }>>;

/**
 * A host that starts and freezes processes as requests come: between two requests nothing runs, no timer fires, and
 * connections may die unnoticed.
 */
interface Platform {
  name: string;
  isHere(environment: Environment): boolean;
  /** What is right there wherever the operator says nothing else. */
  defaults(environment: Environment): Defaults;
}

/**
 * Right on any host that freezes processes and stands before them as one proxy.
 * See docs/decisions/030-frozen-processes.md.
 */
const FROZEN: Defaults = {
  // A timer that is frozen in the middle of a round would keep its leases.
  TICK_SECONDS: { value: "0" },
  TRUSTED_PROXY_HOPS: { value: "1" },
  // Each of many processes answers few requests.
  RATE_LIMIT_STORE: { value: "postgres" },
  DATABASE_POOL_SIZE: { value: "2" },
};

/** Another platform is a row more. */
const PLATFORMS: readonly Platform[] = [
  {
    name: "vercel",
    // Its commands set the first on a developer's machine too, where a caller would write its own address.
    isHere: ({ VERCEL, VERCEL_ENV }) => VERCEL === "1" && VERCEL_ENV !== "development",
    defaults: (environment) => ({
      ...FROZEN,
      ...from(environment, "JOBS_SECRET", "CRON_SECRET"),
      ...(environment.VERCEL_ENV === "production"
        ? hostFrom(environment, "VERCEL_PROJECT_PRODUCTION_URL", "VERCEL_URL")
        : hostFrom(environment, "VERCEL_BRANCH_URL", "VERCEL_URL")),
    }),
  },
];

const from = (environment: Environment, name: keyof typeof SETTINGS, source: string): Defaults =>
  environment[source] ? { [name]: { value: environment[source], from: source } } : {};

/** The first of these variables that holds a host. */
function hostFrom(environment: Environment, ...sources: string[]): Defaults {
  const source = sources.find((one) => environment[one]);
  return source ? { BASE_URL: { value: `https://${environment[source]}`, from: source } } : {};
}

/** The platform that the process runs on; null elsewhere. */
export function platformOf(environment: Environment): { name: string; defaults: Defaults } | null {
  const platform = PLATFORMS.find(({ isHere }) => isHere(environment));
  return platform ? { name: platform.name, defaults: platform.defaults(environment) } : null;
}
