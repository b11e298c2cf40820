import type { Part, Role } from "./document-parts";
import type { PDFContext, StructureContent, StructureElement } from "./pdf-context";

export interface Tag {
  as: Role | "Artifact";
  scope?: Part["scope"];
  /** The whole text, as it is without the line ends of its column. Only what is drawn as text has one. */
  text?: string;
  /** Pieces of one key are one part, wherever they are drawn; without it, pieces of one tag, as after a page break. */
  key?: string;
  /** A part around this one that nothing is drawn for. */
  within?: Tag;
  /** It is repeated on each page, and read once. */
  once?: true;
  /** It is read right after the title. */
  first?: true;
}

/** Any element may have it, although the library's types do not know of it. */
export const tagged = (as: Tag["as"], more: Omit<Tag, "as"> = {}): object => ({ tag: { as, ...more } });

/** What the library tells of while it draws; `patches` has where. */
export interface Tags {
  begin(context: PDFContext, node: DrawnNode): void;
  surfaced(context: PDFContext, node: DrawnNode): void;
  end(context: PDFContext, node: DrawnNode): void;
  close(context: PDFContext): void;
}

interface DrawnNode {
  type: string;
  props?: { tag?: Tag };
  style?: { backgroundColor?: string };
  box?: Partial<Record<`border${"Top" | "Right" | "Bottom" | "Left"}Width`, number>> &
    Record<"left" | "top" | "width" | "height", number>;
  lines?: unknown[];
}

interface Element {
  part: Part;
  children: (Element | StructureContent)[];
  /** Of a link, which is made while its page is drawn: the link on the page names it. */
  made?: { structure: StructureElement; page: unknown };
}

/**
 * Tags one document: what is text becomes part of its structure, all else an artifact that is not read aloud.
 * @param keep writes the document as it is read into the file
 */
export function createTags(keep: (context: PDFContext, whole: Part) => void): Tags {
  const root: Element = { part: { as: "Document", parts: [] }, children: [] };
  const known = new Map<string | Tag, Element>();
  const open = [root];
  const drawing = new WeakMap<DrawnNode, Element>();
  const firsts: Element[] = [];
  let artifact: DrawnNode | undefined;

  function elementOf(tag: Tag, parent: Element): Element {
    const found = known.get(tag.key ?? tag);
    if (found) return found;
    const around = tag.within ? elementOf(tag.within, parent) : tag.first ? root : parent;
    const { as, scope, text } = tag;
    if (as === "Artifact") throw new Error("What is not read has no place in the structure");
    const part: Part = { as, ...(scope && { scope }), ...(text === undefined ? { parts: [] } : { text }) };
    const element: Element = { part, children: [] };
    (tag.first ? firsts : around.children).push(element);
    known.set(tag.key ?? tag, element);
    return element;
  }

  return {
    begin(context, node) {
      if (artifact) return;
      const tag = node.props?.tag;
      if (tag && (tag.as === "Artifact" || (tag.once && known.has(tag.key ?? tag)))) {
        artifact = node;
        context.markContent("Artifact", { type: "Pagination" });
        return;
      }
      if (tag) {
        const element = elementOf(tag, open.at(-1) ?? root);
        drawing.set(node, element);
        open.push(element);
      } else if (node.type === "TEXT") {
        throw new Error("A text of the document has no tag");
      }
      if (hasSurface(node)) context.markContent("Artifact", { type: "Layout" });
    },
    surfaced(context, node) {
      if (artifact) return;
      if (hasSurface(node)) context.endMarkedContent();
      const element = drawing.get(node);
      if (!element || node.type !== "TEXT" || !node.lines?.length) return;
      const content = context.markStructureContent(element.part.as);
      if (element.part.as === "Link") makeLink(context, element, content, node);
      else element.children.push(content);
    },
    end(context, node) {
      if (artifact) {
        if (artifact !== node) return;
        context.endMarkedContent();
        artifact = undefined;
        return;
      }
      if (!drawing.has(node)) return;
      open.pop();
      if (node.type === "TEXT" && node.lines?.length) context.endMarkedContent();
    },
    close(context) {
      context.getMarkInfoDictionary().data.Marked = true;
      root.children.splice(1, 0, ...firsts);
      context.addStructure(structureOf(context, root));
      keep(context, wholeOf(root));
    },
  };
}

const hasSurface = ({ box, style }: DrawnNode) =>
  Boolean(
    style?.backgroundColor ||
      box?.borderTopWidth ||
      box?.borderRightWidth ||
      box?.borderBottomWidth ||
      box?.borderLeftWidth,
  );

const isElement = (child: Element | StructureContent): child is Element => "part" in child;

function makeLink(
  context: PDFContext,
  element: Element,
  content: StructureContent,
  { box }: DrawnNode,
): void {
  const { text: address } = element.part;
  if (address === undefined || !box) throw new Error("A link has no address or no place");
  const { left, top, width, height } = box;
  const structure = context.struct("Link", {});
  structure.add(content);
  const named = { structParent: structure, Contents: new PdfText(address) as unknown as string };
  context.link(left, top, width, height, address, named);
  structure.end();
  element.made = { structure, page: context.page };
}

/** What pdfkit writes as a text; a plain string would be a name. */
class PdfText extends String {}

function structureOf(context: PDFContext, { part, children, made }: Element): StructureElement {
  if (made) return made.structure;
  const inside = children.map((child) => (isElement(child) ? structureOf(context, child) : child));
  const link = children.filter(isElement).find((child) => child.made);
  const { page } = context;
  // pdfkit takes the page that is drawn on for the link's, when the link gets its parent.
  if (link?.made) context.page = link.made.page;
  const structure = context.struct(part.as, part.scope ? { scope: part.scope } : {}, inside);
  context.page = page;
  return structure;
}

function wholeOf({ part, children }: Element): Part {
  return part.parts ? { ...part, parts: children.filter(isElement).map(wholeOf) } : part;
}
