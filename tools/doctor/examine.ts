import { fail, type Line, pass, wordsOf } from "../../lib/domain/checked";
import { propertyOf } from "../../packages/text/narrow";
import { createDeps } from "../../server/instance/deps";
import { parseSettings } from "../../server/settings/env";
import { examineDatabase } from "./database";
import { examineNeighbours } from "./neighbours";

/**
 * Examines what a server with these settings would stand on, and changes nothing there.
 * @param values the environment of the servers
 */
export async function examine(values: Readonly<Record<string, string | undefined>>): Promise<Line[]> {
  let settings: ReturnType<typeof parseSettings>;
  try {
    settings = parseSettings(values);
  } catch (error) {
    return [
      fail(
        "settings",
        String(propertyOf(error, "message")).replaceAll(/\s*\n\s*/g, " "),
        "Correct them, then run it again.",
      ),
    ];
  }
  const deps = createDeps({ ...settings, LOG_LEVEL: "silent" }, { serves: false });
  try {
    const lines = [pass("settings", `good for ${settings.ENVIRONMENT}`)];
    for (const part of [examineDatabase, examineNeighbours])
      try {
        lines.push(...(await part(deps)));
      } catch (error) {
        lines.push(
          fail(
            "examination",
            wordsOf(error),
            "Not all checks could run. Fix the problems above, then run it again.",
          ),
        );
      }
    return lines;
  } finally {
    await deps.close();
  }
}
