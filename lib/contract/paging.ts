import { createHash } from "node:crypto";
import { z } from "zod";
import { readText } from "../../packages/text/text";
import { type IdPrefix, isId } from "../domain/ids";
import { LONGEST_PAGE } from "../domain/limits";
import { matching } from "./answer-fields";
import { report } from "./fields";
import { idPattern } from "./patterns";

/** Paging of lists: contract section 6. */

const MAX_LENGTH = 64;
/** The length of a page without `limit`. */
const USUAL_PAGE = 20;

const EXAMPLE_CURSOR = "Y2hrXzAxbTd4enN2ZGFleHd0NWRteHM3cXZ5Zndk";

/** @param what the entries of a page, in the plural */
export const limitOf = (what: string) =>
  z
    .string()
    .optional()
    .transform((raw = String(USUAL_PAGE), ctx) => {
      const text = readText(raw, "plain", MAX_LENGTH);
      const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
      if (!(value >= 1 && value <= LONGEST_PAGE))
        report(
          ctx,
          value > LONGEST_PAGE ? "too_large" : value < 1 ? "too_small" : "wrong_type",
          `must be a whole number from 1 to ${LONGEST_PAGE}`,
          `1 to ${LONGEST_PAGE}`,
        );
      return value;
    })
    .meta({
      type: "integer",
      format: "int32",
      minimum: 1,
      maximum: LONGEST_PAGE,
      default: USUAL_PAGE,
      description: `The largest number of ${what} on a page.`,
      examples: [100],
    });

/** The last id of the page before and its list's filters, in base64 so that nobody relies on what it holds. */
export const cursorOf = <P extends IdPrefix>(prefix: P) =>
  z
    .string()
    .transform((raw, ctx) => {
      const [id = ""] = partsOf(readText(raw, "reference", MAX_LENGTH));
      if (isId(prefix, id)) return id;
      report(ctx, "wrong_format", "must be the next_cursor of an earlier response", "a next_cursor");
      return z.NEVER;
    })
    .meta({
      maxLength: MAX_LENGTH,
      pattern: "^[A-Za-z0-9_-]+$",
      description: "The `next_cursor` of the previous page. Omit it for the first page.",
      examples: [EXAMPLE_CURSOR],
    });

const partsOf = (cursor: string) => Buffer.from(cursor, "base64url").toString("latin1").split(".");

/** Stands for a list's filters in its cursors. @param query as it was read */
export function filtersOf(query: unknown): string {
  const filters = Object.entries(query ?? {}).filter(([name]) => name !== "cursor" && name !== "limit");
  const text = JSON.stringify(Object.fromEntries(filters), (_, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  );
  return createHash("sha256").update(text).digest("base64url").slice(0, 8);
}

/** Whether a cursor continues the list with these filters. */
export function continues(cursor: string, query: unknown): boolean {
  return partsOf(readText(cursor, "reference", MAX_LENGTH))[1] === filtersOf(query);
}

/** An id that a list is narrowed to. */
export const idFilter = <P extends IdPrefix>(prefix: P, description: string) =>
  z
    .string()
    .transform((raw, ctx) => {
      const id = readText(raw, "reference", MAX_LENGTH);
      if (isId(prefix, id)) return id;
      report(
        ctx,
        "wrong_format",
        `must be an id that begins with ${prefix}_`,
        `${prefix}_ and 26 letters and digits`,
      );
      return z.NEVER;
    })
    .meta({
      maxLength: 30,
      pattern: idPattern(prefix),
      description,
      examples: [`${prefix}_01m7xzsvdaexwt5dmxs7qvyfwd`],
    });

const nextCursor = () =>
  matching(/^[A-Za-z0-9_-]+$/, MAX_LENGTH, { examples: [EXAMPLE_CURSOR] })
    .nullable()
    .meta({ description: "Send this value as `cursor` to get the next page. Null on the last page." });

/** A page of a list. Entries are made when they are written: see packages/http/page-text.ts. */
export class Page<Shown> {
  constructor(
    private readonly makers: readonly (() => Shown)[],
    private readonly lastId: string | null,
    private readonly filters = "",
  ) {}

  /** The same page, whose cursor continues its own list only. */
  of(filters: string): Page<Shown> {
    return new Page(this.makers, this.lastId, filters);
  }

  get next_cursor(): string | null {
    return this.lastId && Buffer.from(`${this.lastId}.${this.filters}`, "latin1").toString("base64url");
  }

  *entries(): Generator<Shown> {
    for (const make of this.makers) yield make();
  }

  toJSON() {
    return { data: [...this.entries()], next_cursor: this.next_cursor };
  }
}

/** @param rows one more than `limit` if there is another page */
export function pageOf<Row, Shown>(
  rows: readonly Row[],
  limit: number,
  idOf: (row: Row) => string,
  show: (row: Row) => Shown,
): Page<Shown> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return new Page(
    page.map((row) => () => show(row)),
    rows.length > limit && last !== undefined ? idOf(last) : null,
  );
}

/** @param what the items, in the plural */
export const listedPage = <T extends z.ZodType>(id: string, item: T, what: string) =>
  z
    .object({
      data: z
        .array(item)
        .meta({ maxItems: LONGEST_PAGE, description: `The ${what} of this page, newest first.` }),
      next_cursor: nextCursor(),
    })
    .meta({ id, description: `A page of ${what}.` });
