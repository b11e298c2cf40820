import { describe, expect, it } from "vitest";
import { CheckoutError } from "../domain/errors";
import { newId } from "../domain/ids";
import { filtersOf, pageOf } from "./paging";
import { authoriseRequest, listQuery, readQuery } from "./requests";

/** @param filters of the list that it continues */
const cursorAfter = (id: string, filters: Record<string, unknown> = {}) =>
  pageOf(
    [id, "another"],
    1,
    (one) => one,
    (one) => one,
  ).of(filtersOf(filters)).next_cursor;

const read = (query: string) => readQuery(listQuery, new URLSearchParams(query));

function faults(query: string): string[] {
  try {
    read(query);
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    return error.fields.map(({ path, code }) => `${path.join(".")}: ${code}`).sort();
  }
  return [];
}

describe("the query of the list", () => {
  it("may be empty: the first 20", () => {
    expect(read("")).toEqual({ limit: 20 });
  });

  it("has a cursor that comes back as the id it was made from", () => {
    const id = newId("chk");
    expect(read(`cursor=${cursorAfter(id)}&limit=100`)).toEqual({ cursor: id, limit: 100 });
  });

  it("takes a cursor with the filters of its list only, in whatever order and at whatever limit", () => {
    const cursor = cursorAfter(newId("chk"), {
      checkoutStatus: undefined,
      checkout_status: "Expired",
      metadata: { intake: "1", campus: "2" },
    });
    const same = "checkout_status=Expired&metadata[campus]=2&metadata[intake]=1";
    expect(faults(`${same}&cursor=${cursor}`)).toEqual([]);
    expect(faults(`${same}&cursor=${cursor}&limit=7`)).toEqual([]);
    for (const other of [
      "",
      "checkout_status=Expired&",
      "checkout_status=Cancelled&metadata[campus]=2&metadata[intake]=1&",
    ])
      expect(faults(`${other}cursor=${cursor}`), other).toEqual(["cursor: does_not_match"]);
  });

  it.each([
    ["limit=0", "limit: too_small"],
    ["limit=101", "limit: too_large"],
    ["limit=", "limit: wrong_type"],
    ["limit=ten", "limit: wrong_type"],
    ["limit=1000", "limit: too_large"],
    ["limit=-1", "limit: too_small"],
    ["limit=1.5", "limit: wrong_type"],
    ["limit=1&limit=2", "limit: wrong_type"],
    ["checkout_status=Open", "checkout_status: not_an_option"],
    ["checkout_status=confirmed", "checkout_status: not_an_option"],
    ["provider_order_id=", "provider_order_id: required"],
    [`provider_order_id=${"x".repeat(256)}`, "provider_order_id: too_long"],
    ["provider_order_id=a%00b", "provider_order_id: not_allowed_characters"],
    ["email=amelia", "email: wrong_format"],
    ["email=", "email: required"],
    ["opportunity_stage=Lost", "opportunity_stage: not_an_option"],
    ["created_after=2026-11-21", "created_after: wrong_format"],
    ["created_after=2026-02-30T00:00:00Z", "created_after: wrong_format"],
    ["created_before=2026-11-21T02:24:00", "created_before: wrong_format"],
    ["updated_since=2026-11-21T02:24:00+10:00", "updated_since: wrong_format"],
    ["updated_since=", "updated_since: required"],
    ["page=2", "page: not_allowed"],
    ["__proto__=1", "__proto__: not_allowed"],
    ["%00a%0d%0ab=1", "\ufffda\ufffd\ufffdb: not_allowed"],
    ["constructor=1", "constructor: not_allowed"],
    ["=1", ": not_allowed"],
    ["cursor=nonsense", "cursor: wrong_format"],
    [`cursor=${cursorAfter(`chk_${"z".repeat(26)}`)}`, "cursor: wrong_format"],
    [`cursor=${cursorAfter(newId("dda"))}`, "cursor: wrong_format"],
  ])("%s is a fault that names the parameter", (query, fault) => {
    expect(faults(query)).toEqual([fault]);
  });

  it("hears of an unknown parameter by a name that is cut between characters", () => {
    expect(faults(`a${"😀".repeat(99)}=1`)).toEqual([`a${"😀".repeat(63)}: not_allowed`]);
  });

  it("hears of every fault at once", () => {
    expect(faults("limit=0&page=2&cursor=x")).toEqual([
      "cursor: wrong_format",
      "limit: too_small",
      "page: not_allowed",
    ]);
  });
});

describe("the body of authorise-direct-debit", () => {
  it("names the success account where it names none", () => {
    for (const body of [{}, { test_account: null }])
      expect(authoriseRequest.parse(body)).toEqual({ test_account: "success" });
    expect(authoriseRequest.parse({ test_account: "closed" })).toEqual({ test_account: "closed" });
  });
});
