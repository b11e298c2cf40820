import type { SETTINGS } from "./schema";

type Environment = Readonly<Record<string, string | undefined>>;

interface Platform {
  name: string;
  /** What is right there wherever the operator says nothing else. */
  defaults: Partial<Record<keyof typeof SETTINGS, string | undefined>>;
}

/**
 * The platform that the process runs on, one that starts and freezes processes as requests come: between two requests
 * nothing runs, no timer fires, and connections may die unnoticed. Null elsewhere.
 */
export function platformOf(environment: Environment): Platform | null {
  const { VERCEL, VERCEL_ENV, CRON_SECRET } = environment;
  // Vercel's commands set the first on a developer's machine too, where a caller would write its own address.
  if (VERCEL !== "1" || VERCEL_ENV === "development") return null;
  const { VERCEL_PROJECT_PRODUCTION_URL, VERCEL_BRANCH_URL, VERCEL_URL } = environment;
  const host =
    (VERCEL_ENV === "production" ? VERCEL_PROJECT_PRODUCTION_URL : VERCEL_BRANCH_URL) || VERCEL_URL;
  return {
    name: "vercel",
    defaults: {
      // A timer that is frozen in the middle of a round would keep its leases.
      TICK_SECONDS: "0",
      TRUSTED_PROXY_HOPS: "1",
      // Each of many processes answers few requests.
      RATE_LIMIT_STORE: "postgres",
      DATABASE_POOL_SIZE: "2",
      JOBS_SECRET: CRON_SECRET,
      BASE_URL: host && `https://${host}`,
    },
  };
}
