import { readFileSync } from "node:fs";
import { patternOf } from "./page-table";

/** Next's build writes this list: for each server action's id, the pages that have it. */
interface ActionList {
  node: Readonly<Record<string, { workers: Readonly<Record<string, unknown>> }>>;
}

/** What Next names an action by. */
export const ACTION_ID = /^[0-9a-f]{40,64}$/;

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

/** The fields in which a form without a script names its actions: React's own. */
const NAMED = /^\$ACTION_ID_(.+)$/;
const BOUND = /^\$ACTION_\w*:0$/;

/**
 * Reads which forms this build does not know, because a build of other sources has made their page.
 * @param file the build's list; null in development, where every form counts as known
 * @returns whether it knows none of the actions that a form without a script names
 */
export function readOutdated(file: string | null): (form: FormData) => boolean {
  const list = file === null ? null : readList(file);
  if (!list) return () => false;
  return (form) => {
    const ids = [...form].flatMap(([name, value]) => idIn(name, value) ?? []);
    return ids.length > 0 && ids.every((id) => ACTION_ID.test(id) && !(id in list.node));
  };
}

function idIn(name: string, value: FormDataEntryValue): string | null {
  const named = NAMED.exec(name)?.[1];
  if (named !== undefined || !BOUND.test(name)) return named ?? null;
  try {
    return String(JSON.parse(String(value)).id);
  } catch {
    return null;
  }
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
