import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SETTINGS } from "./env";

/** What the server, the build, the tests and Next read by themselves. */
const READ_ELSEWHERE = [
  "PORT",
  "NEXT_DIST_DIR",
  "STANDALONE",
  "TEST_BUILD",
  "CHROMIUM_PATH",
  "NEXT_TELEMETRY_DISABLED",
];

const example = readFileSync(join(import.meta.dirname, "../../.env.example"), "utf8");
const written = [...example.matchAll(/^# ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => ({
  name: name!,
  value: value!,
}));

describe(".env.example", () => {
  it("names every setting once, and no other", () => {
    const names = written.map(({ name }) => name);
    expect(names.sort()).toEqual([...Object.keys(SETTINGS), ...READ_ELSEWHERE].sort());
  });

  it("changes nothing when it is copied as it stands", () => {
    expect(example.split("\n").filter((line) => line !== "" && !line.startsWith("# "))).toEqual([]);
  });

  it.each(Object.entries(SETTINGS))("writes the default of %s as the code has it", (name, schema) => {
    const { value } = written.find((setting) => setting.name === name)!;
    const byDefault = schema.safeParse(undefined);
    if (value === "") expect(byDefault.data).toBeUndefined();
    else expect(schema.parse(value)).toEqual(byDefault.data);
  });
});
