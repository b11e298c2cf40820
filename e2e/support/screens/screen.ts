import { expect, type Page } from "@playwright/test";
import type { College } from "../browser/college";
import type { Neighbour } from "../browser/neighbour";
import { Student } from "../browser/student";
import type { Watch } from "../browser/watch";
import type { Api } from "../client";

/** What a screen is reached with. */
export class Visit {
  readonly student: Student;

  constructor(
    readonly page: Page,
    readonly api: Api,
    readonly provider: College,
    readonly neighbour: Neighbour,
    readonly watch: Watch,
  ) {
    this.student = new Student(page);
  }
}

/** One screen in one state: the row of a table that e2e/browser and e2e/looks go through. */
export interface Screen {
  name: string;
  /** What the tab is called; `{p}` stands for the provider's name. */
  title: string | RegExp;
  /** Leads there, as people come there. */
  open: (visit: Visit) => Promise<void>;
  /** The text that a picture of it begins at; without it the top of the page. */
  from?: string;
  /** It is a step, and something is told above its answers. */
  isTold?: true;
  /** What a browser logs of an answer that belongs to the screen. */
  fault?: RegExp;
}

export const titleFor = ({ title }: Screen, provider: string) =>
  typeof title === "string" ? title.replace("{p}", provider) : title;

/** A form that was refused, with a list of what is to be mended. */
export const isRefusal = ({ title, name }: Screen) =>
  String(title).startsWith("Error: ") && name.endsWith("refused");

type More = Pick<Screen, "from" | "isTold" | "fault">;

export const screen = (
  name: string,
  title: Screen["title"],
  open: Screen["open"],
  more: More = {},
): Screen => ({ name, title, open, ...more });

/** A screen that is where an address leads; `{p}` in it stands for the provider's code. */
export const at = (
  name: string,
  title: Screen["title"],
  path: string | ((visit: Visit) => Promise<string>),
  fault?: RegExp,
): Screen => ({
  name,
  title,
  fault,
  open: async (visit) => {
    const address = typeof path === "string" ? path.replace("{p}", visit.provider.code) : await path(visit);
    await visit.page.goto(address);
  },
});

export const NOT_FOUND = /status of 404/;

/** Titles of several screens. */
export const PAY = "How to pay – {p}";
export const DONE = "You are enrolled – {p}";

export async function refused({ page }: Visit, button: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
}
