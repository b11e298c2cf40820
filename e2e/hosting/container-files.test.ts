import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import Ajv from "ajv";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { findProgram } from "../support/programs";
import { composeFile, servicesWith } from "./compose";

const run = promisify(execFile);
const caddy = findProgram("caddy", "caddy");
const compose = spawnSync("docker", ["compose", "version"]).status === 0;
const SETTINGS = {
  DOMAIN: "checkout.example.edu",
  DATABASE_URL: "postgres://checkout:secret@database:5432/checkout",
  APP_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
  JOBS_SECRET: "x".repeat(43),
};
const SERVICES = ["migrate", "web-1", "web-2", "worker"];

describe("the Dockerfile", () => {
  const text = readFileSync("Dockerfile", "utf8");
  const file = DockerfileParser.parse(text);

  it("has nothing that its linter finds", () => {
    expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  it("begins from a Node of one version, and asks for no secret", () => {
    const [first, ...others] = file.getFROMs().map((one) => one.getImage());
    expect(first).toMatch(/^node:24\.\d+\.\d+-bookworm-slim$/);
    expect(others).toEqual(["base", "base"]);
    expect(file.getARGs()).toEqual([]);
    expect(text).not.toMatch(/--mount=type=secret|curl|wget|apt-get/);
  });

  it("installs the packages before it has the sources, so that they are installed again only when they change", () => {
    const steps = file.getInstructions().map((one) => `${one.getKeyword()} ${one.getArgumentsContent()}`);
    const at = (begin: string) => steps.findIndex((step) => step.startsWith(begin));
    const copied = ["COPY package.json package-lock.json ./", "COPY packages ./packages"];
    expect(steps.slice(at("RUN npm ci") - 2, at("RUN npm ci"))).toEqual(copied);
    expect(at("RUN npm ci")).toBeLessThan(at("COPY . ."));
  });
});

describe("compose.yaml", () => {
  it("is as Compose's specification wants it", () => {
    const schema = JSON.parse(readFileSync("e2e/hosting/compose-spec.json", "utf8"));
    delete schema.$schema;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    expect(ajv.validate(schema, composeFile()), ajv.errorsText()).toBe(true);
    const misspelt = { services: { web: { image: "x", enviroment: {} } } };
    expect(ajv.validate(schema, misspelt)).toBe(false);
  });

  it.each(Object.keys(SETTINGS))("says where %s comes from when it is missing", (name) => {
    const { [name as keyof typeof SETTINGS]: _, ...others } = SETTINGS;
    const words = new RegExp(`variable ${name} is missing a value: .*(npm run|browsers|deploy-container)`);
    expect(() => servicesWith(others)).toThrow(words);
  });

  it("starts servers and worker only after the migration, and that only after the database", () => {
    const services = servicesWith(SETTINGS);
    expect(services.migrate!.depends_on).toEqual({
      database: { condition: "service_healthy", required: false },
    });
    for (const name of ["web-1", "web-2", "worker"])
      expect(services[name]!.depends_on, name).toEqual({
        migrate: { condition: "service_completed_successfully" },
      });
  });

  it("gives all of them the same settings, and a file system that they cannot write to", () => {
    const services = servicesWith(SETTINGS);
    for (const name of SERVICES) {
      const { METRICS_PORT: _, ...environment } = services[name]!.environment;
      expect(environment, name).toEqual({
        ...{ ENVIRONMENT: "sandbox", BASE_URL: "https://checkout.example.edu", TICK_SECONDS: 0 },
        ...{ TRUSTED_PROXY_HOPS: 1, RATE_LIMIT_STORE: "postgres", WORKERS: "2" },
        ...{ DATABASE_URL: SETTINGS.DATABASE_URL, APP_KEYS: SETTINGS.APP_KEYS },
        JOBS_SECRET: SETTINGS.JOBS_SECRET,
      });
      expect(services[name], name).toMatchObject({ read_only: true, cap_drop: ["ALL"], tmpfs: "/tmp" });
    }
  });

  it("lets nobody but Caddy be reached from outside, and keeps the database on a volume of its own", () => {
    const services = servicesWith(SETTINGS);
    expect(Object.keys(services).filter((name) => services[name]!.ports)).toEqual(["caddy"]);
    expect(services.database!.volumes).toContain("database:/var/lib/postgresql");
    expect(services.database!.command).toMatch(/fsync=on .*full_page_writes=on .*synchronous_commit=on/);
  });

  it.skipIf(!compose)(
    "is what Docker Compose takes; needs docker compose: apt-get install docker-compose-v2",
    async () => {
      const env = { ...process.env, ...SETTINGS };
      await run("docker", ["compose", "--env-file", "/dev/null", "config", "--quiet"], { env });
    },
  );
});

describe("the Caddyfile", () => {
  const text = readFileSync("ops/container/Caddyfile", "utf8");

  it.skipIf(!caddy.path)(`is what Caddy takes; ${caddy.remedy}`, async () => {
    const args = ["validate", "--adapter", "caddyfile", "--config", "ops/container/Caddyfile"];
    await run(caddy.path!, args, { env: { ...process.env, DOMAIN: SETTINGS.DOMAIN } });
  });

  it("compresses nothing itself: the service knows which answers hold a secret", () => {
    expect(text).not.toMatch(/^\s*encode\b/m);
    expect(text).toMatch(/^\s*compression off$/m);
  });

  it("names the servers of compose.yaml, at the image's port", () => {
    const [, upstreams] = /reverse_proxy (.+) \{/.exec(text) ?? [];
    const servers = Object.keys(servicesWith(SETTINGS)).filter((name) => name.startsWith("web-"));
    expect(upstreams).toBe(servers.map((name) => `${name}:3000`).join(" "));
  });
});
