import { describe, expect, it } from "vitest";
import { explainDatabaseFault } from "./faults";

const fault = (code: string, message = "", cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code });

describe("what a pooler or server says is told with a remedy", () => {
  it.each([
    ["08P01", "SSL required", "encrypted"],
    ["08P01", "SASL authentication failed", "password"],
    [
      "08P01",
      "bind message supplies 1 parameters, but prepared statement requires 2",
      "prepared statement is missing",
    ],
    ["26000", 'prepared statement "abc" does not exist', "a prepared statement is missing"],
    ["42P05", 'prepared statement "abc" already exists', "a prepared statement is missing"],
    ["08P01", "query_wait_timeout", "refused the connection"],
    ["08003", "connection does not exist", "cannot be reached"],
    ["53300", "sorry, too many clients already", "limit of connections"],
    ["3D000", "no such database: x", "no such database"],
    ["CERT_HAS_EXPIRED", "certificate has expired", "certificate"],
    ["25006", "cannot execute UPDATE in a read-only transaction", "accepts writes"],
  ])("%s %s", (code, message, means) => {
    const known = explainDatabaseFault(fault(code, message));
    expect(known?.means).toContain(means);
    expect(known?.remedy).toMatch(/\.$/);
  });
});

it("what lies deeper says more", () => {
  const cause = fault("53300", "sorry, too many clients already");
  expect(explainDatabaseFault(fault("CONNECTION_CLOSED", "", cause))?.means).toContain(
    "limit of connections",
  );
  expect(explainDatabaseFault(new Error("Failed query", { cause }))?.means).toContain("limit of connections");
});

it.each([new Error("x"), fault("23505"), fault("ENOENT"), null, "text"])(
  "what is no fault of a connection is not explained",
  (error) => {
    expect(explainDatabaseFault(error)).toBeNull();
  },
);
