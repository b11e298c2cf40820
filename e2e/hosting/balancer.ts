import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../support/programs";
import { freePort } from "../support/stack";

export const haproxy = findProgram("haproxy", "haproxy");

/** HAProxy, which gives each request to the next server. */
export async function startBalancer(ports: readonly number[]) {
  const folder = await mkdtemp(join(tmpdir(), "haproxy-"));
  const port = await freePort();
  const config = `
defaults
  mode http
  timeout connect 10s
  timeout client 120s
  timeout server 120s
listen service
  bind 127.0.0.1:${port}
  balance roundrobin
${ports.map((at, i) => `  server s${i} 127.0.0.1:${at}`).join("\n")}
`;
  await writeFile(join(folder, "haproxy.cfg"), config);
  const child = spawn(haproxy.path!, ["-db", "-f", join(folder, "haproxy.cfg")], { stdio: "ignore" });
  return {
    port,
    async stop() {
      child.kill("SIGKILL");
      await once(child, "exit");
      await rm(folder, { recursive: true });
    },
  };
}
