import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const ACTION = /^export async function (\w+)/gm;

/** Gives every action another name, and the form of details one more field, as a release does that changes what forms mean. */
export async function changeForms(folder: string): Promise<void> {
  const app = join(folder, "app");
  const entries = await readdir(app, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(({ name }) => /\.tsx?$/.test(name))
    .map((entry) => join(entry.parentPath, entry.name));
  const sources = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(file, "utf8") })),
  );
  const names = sources.flatMap(({ file, text }) =>
    file.endsWith("actions.ts") ? [...text.matchAll(ACTION)].map(([, name]) => name!) : [],
  );
  // Not the use cases of the same names, which stand behind a point.
  const old = new RegExp(`(?<!\\.)\\b(${names.join("|")})\\b`, "g");
  for (const { file, text } of sources) await writeFile(file, text.replace(old, "$1Anew"));
  const form = join(folder, "components/portal/DetailsForm.tsx");
  const details = await readFile(form, "utf8");
  const more = '<Field id="known-as" name="knownAs" label="Known as" />';
  await writeFile(form, details.replace("<SubmitButton", `${more}<SubmitButton`));
}
