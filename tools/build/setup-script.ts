import { build } from "esbuild";

/** Committed, so that every build and both doors have it as it is. */
export const SETUP_SCRIPT = "public/setup/v1.js";

/** The hosted page's script as browsers get it: one file, which asks for nothing else. */
export async function setupScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["components/setup/script/main.ts"],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    banner: { js: "/* Made by `npm run setup-script` from components/setup/script. */" },
    write: false,
  });
  return outputFiles[0]!.text;
}
