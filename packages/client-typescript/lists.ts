import type { Schema } from "./options.js";
import type { paths } from "./schema.js";

type Read<Path extends keyof paths> = paths[Path] extends { get: infer Operation } ? Operation : never;

/** The filters of a list, without the page. */
export type Query<Path extends keyof paths> =
  Read<Path> extends { parameters: { query?: infer Filters } } ? Omit<NonNullable<Filters>, "cursor"> : never;

/** What a list has pages of. */
export type Entry<Path extends keyof paths> =
  Read<Path> extends { responses: { 200: { content: { "application/json": { data: (infer One)[] } } } } }
    ? One
    : never;

/** `checkout` is that of create's response, passed on unchanged. */
export type Confirmation = Omit<Schema<"ConfirmCheckoutRequest">, "checkout"> & {
  checkout: Schema<"ConfirmCheckout"> | Schema<"CreatedCheckout">["checkout"];
};

/** Every entry of a list, from page to page. A page is asked for when the one before has been gone through. */
export async function* pages<Entry>(
  pageAt: (cursor: string | undefined) => Promise<{ data: Entry[]; next_cursor: string | null }>,
): AsyncGenerator<Entry, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await pageAt(cursor);
    yield* page.data;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
