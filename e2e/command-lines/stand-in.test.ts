import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { startPinchStandIn } from "../stand-ins/pinch/server";
import { newCode, runCommand, runScript } from "../support/commands";
import { until } from "../support/poll";
import { makeProvider } from "../support/provider";
import { freePort } from "../support/stack";

const APP_KEYS = { APP_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}` };

async function started(kind: string, port: number) {
  const args = ["--import", "tsx", "tools/command.ts", "gateways", "stand-in", "--kind", kind, "--port"];
  const child: ChildProcess = spawn(process.execPath, [...args, String(port)]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
  await until("the stand-in's greeting", () => output.includes("Cards:") || child.exitCode !== null);
  return { child, output: () => output };
}

it.each(["stripe", "pinch"])(
  "a stand-in for %s runs until Ctrl-C, and the command that it prints adds an account there",
  async (kind) => {
    const port = await freePort();
    const { child, output } = await started(kind, port);
    expect(output()).toContain(`${kind.toUpperCase()}_API_BASE=http://127.0.0.1:${port}\n`);
    const [, secret, args = ""] = /echo '(\S+)' \| npm run gateways -- (add .*)/.exec(output()) ?? [];
    const { code } = await makeProvider();
    const added = await runScript("gateways", args.replace("CODE", code).split(" "), APP_KEYS, `${secret}\n`);
    expect(added).toMatchObject({ code: 0, rows: [{ kind, mode: "test" }] });
    expect((await fetch(`http://127.0.0.1:${port}/`)).ok).toBe(false);
    child.kill("SIGINT");
    child.kill("SIGTERM");
    await once(child, "close");
    await until("the end of the stand-in", () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => false,
        () => true,
      ),
    );
  },
);

it("a stand-in says which port is taken", async () => {
  const taken = await startPinchStandIn({ credentials: newCode() });
  onTestFinished(taken.close);
  const { child, output } = await started("stripe", Number(taken.bases.api.port));
  if (child.exitCode === null) await once(child, "close");
  expect([child.exitCode, output()]).toEqual([1, expect.stringContaining("another program uses")]);
});

it("refuses a stand-in of another kind, and says where an installation has none", async () => {
  const refused = await runCommand("gateways", ["stand-in", "--kind", "paypal", "--port", "x"]);
  expect(refused.said).toContain("write stripe or pinch");
  expect(refused.said).toContain("write a port such as 4010");
  const installed = await runScript("gateways", ["stand-in", "--kind", "stripe"]);
  expect(installed).toMatchObject({ code: 1, said: expect.stringContaining("not of an installation") });
});
