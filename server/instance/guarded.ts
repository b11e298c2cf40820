import type { Log } from "../../lib/domain/log";
import { noteUnavailable } from "../../packages/http/connection";
import { inSpan } from "../../packages/tracing/span";
import { isUnavailable } from "./deps";

type UseCases = Record<string, (...given: never[]) => unknown>;

/** What Next gets in place of the real error, since it writes errors to the console as they are. */
class PageFault extends Error {
  override name = "PageFault";
}

/**
 * Catches the faults of use cases: our log gets them without values, and the page an error that says nothing. The
 * message of a failed query could hold what a student entered.
 */
export function guarded<T extends UseCases>(useCases: T, log: Log): T {
  const wrap =
    (name: string, work: (...given: never[]) => unknown) =>
    (...given: never[]) => {
      const fail = (error: unknown): never => {
        if (isUnavailable(error)) noteUnavailable();
        log.error({ error, useCase: name }, "A page could not be answered");
        throw new PageFault("The page could not be answered; the log says why.");
      };
      try {
        const about = { name: `page ${name}`, kind: "internal" } as const;
        const result = inSpan(about, () => work.apply(useCases, given));
        // A query of Drizzle's is no Promise, and goes to the database when it is awaited.
        return isThenable(result) ? Promise.resolve(result).catch(fail) : result;
      } catch (error) {
        return fail(error);
      }
    };
  return Object.fromEntries(Object.entries(useCases).map(([name, work]) => [name, wrap(name, work)])) as T;
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value;
