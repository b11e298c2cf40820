import { beforeAll, describe, expect, it } from "vitest";
import { addView } from "../../lib/db/saved-views";
import { REASON } from "../support/acting";
import { type Html, words } from "../support/html-form";
import { database, makeProvider, type TestProvider } from "../support/provider";
import { type Member, member, staffBrowser } from "../support/staff";

const QUERY = "?status=Confirmed&period=quarter&sort=oldest";

let provider: TestProvider;
let me: Member;
const mine = staffBrowser();
const colleague = staffBrowser();
const admin = staffBrowser();
const viewer = staffBrowser();

beforeAll(async () => {
  provider = await makeProvider();
  const { id: providerId } = provider;
  me = await member({ providerId, role: "support" });
  await mine.signIn(me);
  for (const [browser, role] of [
    [colleague, "finance"],
    [admin, "admin"],
    [viewer, "viewer"],
  ] as const)
    await browser.signIn(await member({ providerId, role }));
});

const list = (query = "", by = mine) => by.open(`/console/${provider.code}${query}`);
const linkTo = (page: Html, key: string) =>
  new RegExp(`/console/[^"]*/views/[\\w-]+/${key}`).exec(page.text)?.[0];
const formOf = async (key: string, query: string, by = mine) =>
  by.open(linkTo(await list(query, by), key) ?? "/");
const save = async (name: string, query = QUERY) =>
  mine.press(await formOf("save", query), "Save this view", { name, reason: REASON });

describe("a saved view", () => {
  it("is a link above the list for all of the provider's staff, with its filters and order", async () => {
    expect(linkTo(await list(), "save")).toBeUndefined();
    const { from } = await save("Signed in Term 1");
    expect(from.headers.get("location")).toBe(`/console/${provider.code}${QUERY}`);
    const page = await list("", viewer);
    expect(page.text).toContain(`href="/console/${provider.code}${QUERY.replaceAll("&", "&amp;")}"`);
    expect(words(page)).toContain("Signed in Term 1");
    const other = await makeProvider();
    const stranger = staffBrowser();
    await stranger.signIn(await member({ providerId: other.id, role: "admin" }));
    expect(words(await stranger.open(`/console/${other.code}`))).not.toContain("Signed in Term 1");
  });

  it("has a name of its own, that is not too long", async () => {
    expect(words(await save("Signed in Term 1", "?sort=changed"))).toContain(
      "There is a view with this name",
    );
    expect(words(await save("x".repeat(61), "?sort=changed"))).toContain("must be 60 characters or fewer");
  });

  it("is removed by whoever saved it, and by an admin", async () => {
    for (const by of [colleague, viewer]) expect(linkTo(await list(QUERY, by), "remove")).toBeUndefined();
    const address = linkTo(await list(QUERY), "remove") ?? "";
    expect((await colleague.open(address)).status).toBe(404);
    const form = await formOf("remove", QUERY, admin);
    await admin.press(form, "Remove this view", { reason: REASON });
    expect(words(await list())).not.toContain("Signed in Term 1");
    await save("Again");
    await mine.press(await formOf("remove", QUERY), "Remove this view", { reason: REASON });
    expect(words(await list())).not.toContain("Again");
    const log = words(await admin.open(`/console/${provider.code}/audit`));
    expect(log).toContain("Save this view: Again");
    expect(log).toContain("Remove this view: Again");
  });

  it("is one of at most twenty", async () => {
    for (let at = 0; at < 20; at++)
      await addView(database(), {
        ...{ providerId: provider.id, name: `View ${at}` },
        ...{ query: "sort=oldest", staffId: me.id },
      });
    expect(words(await formOf("save", QUERY))).toContain("There are 20 saved views. Remove one first.");
  });
});
