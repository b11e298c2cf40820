import { present } from "../../../lib/domain/narrow";

/** What the server draws into each page for this script. @throws TypeError where the page lacks it */
export function partOf<E extends Element = HTMLElement>(of: ParentNode, selector: string): E {
  return present(of.querySelector<E>(selector), selector);
}
