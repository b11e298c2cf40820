import { classes } from "../../components/ui/classes";
import { escapeHtml } from "../text/escape-html";
import type { MenuPart } from "./pages";

const LINK = "block rounded-sm px-2 py-1.5 text-sm no-underline hover:bg-accent-tint";
const OPEN = classes(LINK, "bg-accent-tint font-medium text-accent");
const OTHER = classes(LINK, "text-muted");

/**
 * The menu of the documentation as HTML.
 * @param current the path of the page that is open, as the menu has it
 */
export function menuHtml(menu: readonly MenuPart[], current: string): string {
  const link = ({ name, href }: MenuPart["links"][number]) => {
    const state = href === current ? `aria-current="page" class="${OPEN}"` : `class="${OTHER}"`;
    return `<li><a href="${escapeHtml(href)}" ${state}>${escapeHtml(name)}</a></li>`;
  };
  return menu
    .map(({ title, links }) => {
      const heading = `<p class="mb-1 font-semibold text-sm">${escapeHtml(title)}</p>`;
      return `<div>${heading}<ul>${links.map(link).join("")}</ul></div>`;
    })
    .join("");
}
