/** What we use of the PDF that the library writes into; its types are not published with it. */
export interface PDFContext {
  markContent(tag: string, options: { type: string }): unknown;
  markStructureContent(tag: string): StructureContent;
  endMarkedContent(): unknown;
  struct(
    type: string,
    options: { scope?: string },
    children?: (StructureElement | StructureContent)[],
  ): StructureElement;
  link(
    x: number,
    y: number,
    width: number,
    height: number,
    address: string,
    options: { structParent: StructureElement; Contents: string },
  ): unknown;
  /** The one that is drawn on. */
  page: unknown;
  addStructure(element: StructureElement): unknown;
  getMarkInfoDictionary(): { data: Record<string, unknown> };
  ref(data: Record<string, unknown>): { end(stream: Uint8Array): void };
  _root: { data: Record<string, unknown> };
}

/** Opaque: where a piece of text stands on its page. */
export interface StructureContent {
  refs: unknown[];
}

export interface StructureElement {
  dictionary: unknown;
  add(child: StructureContent): unknown;
  end(): void;
}
