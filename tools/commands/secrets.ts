import { randomBytes } from "node:crypto";

/** Fresh secrets as lines of an environment file. They are written nowhere else. */
export const freshSecrets = (): string[] => [
  `APP_KEYS=1:${randomBytes(32).toString("base64")}`,
  `JOBS_SECRET=${randomBytes(32).toString("base64url")}`,
  `GATEWAY_SECRET=${randomBytes(32).toString("base64url")}`,
];
