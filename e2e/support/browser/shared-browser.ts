import type { Launch } from "./find-browser.mjs";

/** Names of other sites, which the browser finds on this computer: they are not loopback to the page. */
export const HOSTS = ["college.example", "stranger.example"] as const;
const RULES = HOSTS.map((host) => `MAP ${host} 127.0.0.1`).join(", ");

const VARIABLE = "TEST_BROWSER";

/** Hands the browser that was found to the workers, which inherit the environment. */
export function shareBrowser(launch: Launch): void {
  process.env[VARIABLE] = JSON.stringify({
    ...launch,
    args: [...launch.args, `--host-resolver-rules=${RULES}`],
  });
}

export function sharedBrowser(): Launch {
  return JSON.parse(process.env[VARIABLE] ?? "{}");
}
