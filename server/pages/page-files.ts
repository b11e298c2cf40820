import { readFileSync } from "node:fs";

interface PageFiles {
  styles: readonly string[];
  fonts: readonly string[];
}

/**
 * The files of the root layout, for pages that Next does not draw. Its build's own lists name them.
 * @param folder the build's
 * @param query what their addresses end in
 * @param devUrl where development answers, which has them once it has drawn a page; null for a finished build
 */
export function createPageFiles(folder: string, query: string, devUrl: string | null) {
  let known: PageFiles | undefined;
  return async (): Promise<PageFiles> => {
    if (devUrl !== null) {
      await fetch(new URL("/no/page", devUrl), { headers: { accept: "text/html" } });
      return read(`${folder}/dev`, query);
    }
    known ??= read(folder, query);
    return known;
  };
}

function read(folder: string, query: string): PageFiles {
  const named = (list: string, file: RegExp) => {
    const found = readFileSync(`${folder}/server/${list}`, "utf8").match(file) ?? [];
    return [...new Set(found)].map((path) => `/_next/${encodeURI(path)}${query}`);
  };
  return {
    styles: named("app/_not-found/page_client-reference-manifest.js", /static\/[^"]+\.css/g),
    fonts: named("next-font-manifest.json", /static\/[^"]+\.woff2/g),
  };
}
