import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { cardToken } from "../support/bodies";
import { makeProvider } from "../support/provider";

it("the example of the client's README runs as it stands, and its types are right", async () => {
  const [, example] = /^```ts\n(.*?)^```$/ms.exec(readFileSync("clients/typescript/README.md", "utf8"))!;
  const { code, key } = await makeProvider();
  // Beside the client, so that its packages are found; the package's name is that of the folder.
  const folder = mkdtempSync(join(process.cwd(), "clients/typescript/.example-"));
  try {
    const file = join(folder, "example.ts");
    writeFileSync(file, example!.replace('"@provider-checkout/client"', '"../index"'));
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ["--import", "tsx", file], {
      env: {
        ...process.env,
        BASE_URL: inject("stack").doors.server,
        API_KEY: key,
        PROVIDER_CODE: code,
        CARD_TOKEN: cardToken(),
      },
    });
    expect(stdout.trim().split("\n")).toEqual(["true", "Payment Plan Signed"]);
    const tsc = join("node_modules", "typescript", "bin", "tsc");
    const options =
      "--ignoreConfig --noEmit --strict --skipLibCheck --target es2023 --module esnext --moduleResolution bundler";
    await run(process.execPath, [tsc, ...options.split(" "), "--types", "node", file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
