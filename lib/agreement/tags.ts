import type { Part, Role } from "../domain/document-parts";
import type { PDFContext, StructureContent } from "./pdf-context";

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
  box?: Partial<Record<`border${"Top" | "Right" | "Bottom" | "Left"}Width`, number>>;
  lines?: unknown[];
}

interface Element {
  part: Part;
  children: (Element | StructureContent)[];
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

  function elementOf(tag: Tag & { as: Role }, parent: Element): Element {
    const found = known.get(tag.key ?? tag);
    if (found) return found;
    const around = tag.within
      ? elementOf(tag.within as Tag & { as: Role }, parent)
      : tag.first
        ? root
        : parent;
    const { as, scope, text } = tag;
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
        const element = elementOf(tag as Tag & { as: Role }, open.at(-1)!);
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
      element.children.push(context.markStructureContent(element.part.as));
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

function structureOf(context: PDFContext, { part, children }: Element): ReturnType<PDFContext["struct"]> {
  return context.struct(
    part.as,
    part.scope ? { scope: part.scope } : {},
    children.map((child) => (isElement(child) ? structureOf(context, child) : child)),
  );
}

function wholeOf({ part, children }: Element): Part {
  return part.parts ? { ...part, parts: children.filter(isElement).map(wholeOf) } : part;
}
