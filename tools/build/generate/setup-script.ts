import { build } from "esbuild";

/** The hosted page's script as browsers get it: one file, which asks for nothing else. */
export async function setupScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["components/setup/script/main.ts"],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    banner: { js: "/* Made by `npm run generate` from components/setup/script. */" },
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}
