import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { methodsOfPage, PAGES, pageAt } from "./page-table";

const files = readdirSync("app", { recursive: true, encoding: "utf8" }).map((name) =>
  name.replaceAll("\\", "/"),
);
const addressOf = (folder: string) =>
  `/${folder
    .split("/")
    .filter((part) => part !== "" && !part.startsWith("("))
    .join("/")}`.replace(/\[(\w+)\]/g, "{$1}");

/** Pages, and routes that are not the API's. */
const drawn = files.flatMap((file) => {
  const [, folder = "", kind] = /^(?:(.*)\/)?(page\.tsx|route\.tsx?)$/.exec(file) ?? [];
  if (!kind || readFileSync(`app/${file}`, "utf8").includes("next-routes")) return [];
  return [addressOf(folder)];
});

it("every page and route of app has its row, and every row its page", () => {
  const made = ["/favicon.ico", "/icon.svg", "/robots.txt"];
  // One route draws the documentation's pages; e2e/api/docs-addresses.test.ts holds their rows.
  const isOther = (path: string) => !/^\/docs(\/[^.]*|\/\[\[\.\.\.path\]\])?$/.test(path);
  const others = PAGES.map(({ path }) => path).filter(isOther);
  expect(others.sort()).toEqual([...drawn.filter(isOther), ...made].sort());
});

it("a page with a server action takes forms, and no other does", () => {
  const own = files
    .filter((file) => file.endsWith("actions.ts"))
    .map((file) => addressOf(file.replace(/\/actions\.ts$/, "")));
  for (const path of own) expect([path, methodsOfPage(path)]).toEqual([path, "GET, HEAD, POST"]);
  // The last one's form is no server action.
  const shared = [
    ...["/console/{code}/set-up/{part}/{id}/{action}", "/console/{code}/attention/{id}/{action}"],
    "/console/{code}/views/{id}/{action}",
    ...["/", "/p/{code}/link", "/api/dd-setup", "/api/card-payment"],
  ];
  const forms = PAGES.filter(({ hasForm }) => hasForm).map(({ path }) => path);
  expect(forms.sort()).toEqual([...own, ...shared].sort());
});

it("documentation and lists of addresses are the same for everybody, and a portal is not", () => {
  const others = PAGES.filter(({ path, isFixed }) => isFixed && !path.startsWith("/docs"));
  expect(others.map(({ path }) => path)).toEqual(["/llms.txt", "/robots.txt"]);
  const isFixed = (path: string) => pageAt(path)?.isFixed ?? false;
  expect(["/docs", "/docs/overview", "/llms.txt"].map(isFixed)).toEqual([true, true, true]);
  expect(["/p/x", "/"].map(isFixed)).toEqual([false, false]);
});

it("a document costs more than a page", () => {
  const costs = ["/", "/docs/states", "/e/x/receipt", "/nothing"].map((path) => pageAt(path)?.cost ?? 1);
  expect(costs).toEqual([1, 1, 10, 1]);
});

it("a provider's pages are those at its code, and nothing of an enrolment is among them", () => {
  const isProviders = (path: string) => pageAt(path)?.isProviders ?? false;
  expect(PAGES.filter((page) => page.isProviders).every(({ path }) => path.startsWith("/p/{code}"))).toBe(
    true,
  );
  expect(["/p/north", "/p/north/terms", "/p/north/link"].every(isProviders)).toBe(true);
  expect(
    ["/", "/p/north/logo", "/p/north/x", "/e/north", "/e/x/pay", "/docs", "/link"].some(isProviders),
  ).toBe(false);
});
