import { expect, it } from "vitest";
import { joinTexts } from "./join-texts";

const text = (server: string, more = "") =>
  `# HELP served Requests\n# TYPE served counter\nserved{server="${server}"} 3\n# HELP up Whether\n# TYPE up gauge\nup{server="${server}"} 1\n${more}`;

it("tells each family once, with the values of all servers", () => {
  expect(joinTexts([text("1"), text("2")])).toBe(
    `# HELP served Requests\n# TYPE served counter\nserved{server="1"} 3\nserved{server="2"} 3\n# HELP up Whether\n# TYPE up gauge\nup{server="1"} 1\nup{server="2"} 1\n`,
  );
});

it("keeps a family that only one server has, and leaves out a server that did not answer", () => {
  const own = "# HELP own Once\n# TYPE own gauge\nown 7\n";
  expect(joinTexts([text("1", own), ""])).toBe(text("1", own));
  expect(joinTexts([text("1"), text("2", own)])).toContain(own);
});

it("leaves the text of one server as it is", () => {
  expect(joinTexts([text("1")])).toBe(text("1"));
});
