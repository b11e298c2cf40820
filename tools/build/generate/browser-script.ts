import { build } from "esbuild";

/** A script as browsers get it: one file, which asks for nothing else. */
export async function browserScript(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    banner: { js: `/* Made by \`npm run generate\` from ${source}. */` },
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}
