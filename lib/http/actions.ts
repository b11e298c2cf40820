import { readFileSync } from "node:fs";
import { patternOf } from "./page-table";

/** What the build writes of server actions: for each id the pages that carry it. */
interface ActionList {
  node: Readonly<Record<string, { workers: Readonly<Record<string, unknown>> }>>;
}

/** Whether an action may be posted to a path: it belongs there, or is no action of this build at all. */
export type BelongsTo = (actionId: string, path: string) => boolean;

/**
 * Reads which page each server action belongs to. Next would run an action wherever it was posted, or send the
 * request on to the page that has it, over the network.
 * @param file the build's list; without one, as in development, each action is let pass
 */
export function readActions(file: string | null): BelongsTo {
  const list = file === null ? null : readList(file);
  if (!list) return () => true;
  const pages = new Map(
    Object.entries(list.node).map(([id, { workers }]) => [id, Object.keys(workers).map(patternOfPage)]),
  );
  // Of an action that nobody knows, such as an earlier release's, Next tells the browser just that.
  return (id, path) => pages.get(id)?.some((pattern) => pattern.test(path)) ?? true;
}

function readList(file: string): ActionList | null {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** `app/(enrol)/e/[secret]/pay/page` is the page at `/e/…/pay`. */
function patternOfPage(page: string): RegExp {
  const segments = page.split("/").slice(1, -1);
  const visible = segments.filter((segment) => !segment.startsWith("("));
  return patternOf(`/${visible.map((segment) => segment.replace(/^\[.*\]$/, "*")).join("/")}`);
}
