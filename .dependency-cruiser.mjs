/** The rows of rooms.mjs as dependency-cruiser's allow-list, for `npm run verify`. */
import { ROOMS, TEST_TOOLS, wordsOf } from "./rooms.mjs";

const IS_TEST = "\\.test\\.(ts|tsx|mjs)$";

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** @param {string} place */
const pattern = (place) => `^${escaped(place)}${place.endsWith("/") ? "" : "$"}`;

/**
 * @param {string} target
 * @returns {{ path: string } | { dependencyTypes: import("dependency-cruiser").DependencyType[] }}
 */
function toRule(target) {
  if (target === "node:") return { dependencyTypes: ["core"] };
  if (target.startsWith("npm:")) return { path: `(^|/)node_modules/${escaped(target.slice(4))}/` };
  return { path: pattern(target) };
}

/**
 * A room's own path, without the rooms inside it. A room of one file has its test beside it.
 * @param {string} room
 */
function fromRule(room) {
  const inner = ROOMS.filter((other) => other.room !== room && other.room.startsWith(room));
  const path = room.endsWith("/") ? pattern(room) : pattern(room).replace(/(\\\.\w+\$)$/, "(\\.test)?$1");
  return { path, ...(inner.length > 0 && { pathNot: inner.map((other) => pattern(other.room)) }) };
}

/** @type {import("dependency-cruiser").IAllowedRuleType[]} */
const allowed = ROOMS.flatMap(({ room, may }) => [
  { from: fromRule(room), to: { ...fromRule(room) } },
  ...wordsOf(may).map((target) => ({ from: fromRule(room), to: toRule(target) })),
]);
for (const tool of wordsOf(TEST_TOOLS))
  allowed.push({ from: { path: [IS_TEST, "^e2e/"] }, to: toRule(tool) });

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-test-in-code",
      severity: "error",
      from: { pathNot: [IS_TEST, "^e2e/"] },
      to: { path: IS_TEST },
    },
  ],
  allowed,
  allowedSeverity: "error",
  options: {
    // Type-only imports are edges too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^drizzle/migrations/", "^clients/typescript/dist/"] },
  },
};
