/** The document's own typefaces have no letter of this name, and HarfBuzz lays out one half of it. */
export const STUDENT = { first_name: "লক্ষ্মী", last_name: "محمد" };

export const TYPEFACES = ["NotoSansArabic", "NotoSansBengali"];

/** Those of them that a PDF embeds. */
export const typefacesIn = (pdf: Uint8Array) => {
  const text = Buffer.from(pdf).toString("latin1");
  return TYPEFACES.filter((name) => text.includes(`+${name}`));
};
