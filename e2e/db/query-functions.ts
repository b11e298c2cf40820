import { readdirSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { basename, join } from "node:path";

/** What takes a database first, and so asks it something. */
const TAKES_DATABASE = /^(async )?(function ?\*?\s*\w*)?\s*\(?\s*(db|tx)\b/;

/** The exported functions of `lib/db` that ask the database, as `file: name`. */
export async function queryFunctions(): Promise<string[]> {
  const folder = "lib/db";
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  const found: string[] = [];
  for (const file of files) {
    const exported: Record<string, unknown> = await import(join(process.cwd(), folder, file));
    for (const [name, one] of Object.entries(exported))
      if (typeof one === "function" && TAKES_DATABASE.test(Function.prototype.toString.call(one)))
        found.push(`${basename(file)}: ${name}`);
  }
  return found.sort();
}

/** Which functions of `lib/db` were called during some work, as `file: name`. Asked of the engine, which counts calls. */
export async function calledDuring(work: () => Promise<unknown>): Promise<Set<string>> {
  const session = new Session();
  session.connect();
  try {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await work();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    await session.post("Profiler.stopPreciseCoverage");
    const ours = result.filter(({ url }) => /\/lib\/db\/[^?]*\.ts/.test(url));
    return new Set(
      ours.flatMap(({ url, functions }) =>
        functions
          .filter(({ ranges }) => ranges.some(({ count }) => count > 0))
          .map(({ functionName }) => `${basename(url)}: ${functionName}`),
      ),
    );
  } finally {
    session.disconnect();
  }
}
