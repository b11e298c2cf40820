import { readFileSync } from "node:fs";
import { patternOf } from "./page-table";

/** Next's build writes this list: for each server action's id, the pages that have it. */
interface ActionList {
  node: Readonly<Record<string, { workers: Readonly<Record<string, unknown>> }>>;
}

/** Whether an action may be posted to a path. One that this build does not know may: Next tells the browser so. */
export type BelongsTo = (actionId: string, path: string) => boolean;

/**
 * Reads which page each server action belongs to. Next would run an action wherever it was posted, or send the
 * request on to the page that has it, over the network.
 * @param file the build's list; null in development, where every action may be posted anywhere
 */
export function readActions(file: string | null): BelongsTo {
  const list = file === null ? null : readList(file);
  if (!list) return () => true;
  const pages = new Map(
    Object.entries(list.node).map(([id, { workers }]) => [id, Object.keys(workers).map(patternOfPage)]),
  );
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
