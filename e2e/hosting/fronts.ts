/** What takes TLS off in front of two servers: each program by the configuration that the guide gives. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { guideText } from "../../packages/docs/guides";
import { findProgram, type Program } from "../support/programs";
import type { makeCertificate } from "./certificate";

interface Setting {
  folder: string;
  port: number;
  servers: readonly [number, number];
  certificate: ReturnType<typeof makeCertificate>;
}

export interface Front {
  stop(): Promise<void>;
}

interface Kind {
  name: string;
  program: Program;
  start(path: string, setting: Setting): Promise<Front>;
}

/** A block of the guide, with this test's ports and files in place of those that it names. */
function configuration(name: string, { port, servers, certificate }: Setting): string {
  const block = new RegExp(`\`\`\`sh ${name}\n([\\s\\S]*?)\`\`\``).exec(guideText("behind-a-proxy", ""));
  if (!block) throw new Error(`The guide has no ${name}`);
  return block[1]!
    .replaceAll("127.0.0.1:3001", `127.0.0.1:${servers[0]}`)
    .replaceAll("127.0.0.1:3002", `127.0.0.1:${servers[1]}`)
    .replaceAll(":443", `127.0.0.1:${port}`)
    .replaceAll("listen 443", `listen 127.0.0.1:${port}`)
    .replaceAll("/etc/ssl/private/checkout.pem", certificate.both)
    .replaceAll("/etc/ssl/certs/checkout.crt", certificate.certificate)
    .replaceAll("/etc/ssl/private/checkout.key", certificate.key);
}

async function run(path: string, args: string[], port: number, folder: string): Promise<Front> {
  const child = spawn(path, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const ended = once(child, "exit");
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${path} ended:\n${said}`);
    if (await takesConnections(port)) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    async stop() {
      child.kill("SIGTERM");
      const patience = setTimeout(kill, 20_000);
      await ended;
      clearTimeout(patience);
    },
  };
}

const takesConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });

export const FRONTS: readonly Kind[] = [
  {
    name: "HAProxy",
    program: findProgram("haproxy", "haproxy"),
    start(path, setting) {
      const file = join(setting.folder, "haproxy.cfg");
      writeFileSync(file, configuration("haproxy.cfg", setting));
      return run(path, ["-db", "-f", file], setting.port, setting.folder);
    },
  },
  {
    name: "nginx",
    program: findProgram("nginx", "nginx-light"),
    start(path, setting) {
      const { folder, port } = setting;
      const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
      const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join("\n");
      const http = `http {\naccess_log off;\n${temporary}\n${configuration("nginx.conf", setting)}\n}`;
      // Started by root, its workers could not write into a folder of root's.
      const user = process.getuid?.() === 0 ? "user root;\n" : "";
      const whole = `${user}daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr warn;\nevents {}\n${http}`;
      const file = join(folder, "nginx.conf");
      writeFileSync(file, whole);
      return run(path, ["-e", "stderr", "-c", file], port, folder);
    },
  },
  {
    name: "Caddy",
    program: findProgram("caddy", "caddy"),
    start(path, setting) {
      const { folder, port, certificate } = setting;
      const own = `https://localhost:${port} {\n\ttls ${certificate.certificate} ${certificate.key}\n\tbind 127.0.0.1`;
      const text = configuration("Caddyfile", setting).replace("checkout.example.com {", own);
      const file = join(folder, "Caddyfile");
      writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${text}`);
      return run(path, ["run", "--adapter", "caddyfile", "--config", file], port, folder);
    },
  },
];
