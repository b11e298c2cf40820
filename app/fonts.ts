import localFont from "next/font/local";

/** The letters that nearly every page needs; letters.css has the files for others. The family has this constant's name. */
export const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "optional",
});
