/** Makes what the Dockerfile makes without Docker: its instructions one after the other, each stage in a folder of its own. */
import { execFile } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { type Copy, DockerfileParser, type Env, type From, type JSONInstruction } from "dockerfile-ast";
import { root } from "../../server/program/checkout.mjs";

const run = promisify(execFile);

export interface Image {
  /** Where the last stage's working folder lies: nobody may write there. */
  folder: string;
  env: Record<string, string>;
  command: string[];
  healthcheck: string[];
  user: string;
  /** What it takes on a disk, in bytes. */
  size: number;
  remove(): void;
}

interface Stage {
  top: string;
  workdir: string;
  env: Record<string, string>;
  command: string[];
  healthcheck: string[];
  user: string;
}

/** @throws Error with the output of a step that failed, or naming an instruction that this does not know */
export async function buildImage(): Promise<Image> {
  const work = mkdtempSync(join(tmpdir(), "provider-checkout-image-"));
  // Others than its maker run what is in it.
  chmodSync(work, 0o755);
  const context = join(work, "context");
  copyContext(context);
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const instruction of DockerfileParser.parse(readFileSync("Dockerfile", "utf8")).getInstructions()) {
    const keyword = instruction.getKeyword();
    const rest = instruction.getArgumentsContent() ?? "";
    if (keyword === "FROM") {
      stage = newStage(join(work, `stage-${stages.size}`));
      stages.set((instruction as From).getBuildStage() ?? "last", stage);
      continue;
    }
    if (!stage) throw new Error(`${keyword} stands before FROM`);
    const here = join(stage.top, stage.workdir);
    if (keyword === "WORKDIR") {
      stage.workdir = rest;
      mkdirSync(join(stage.top, rest), { recursive: true });
    } else if (keyword === "ENV")
      for (const property of (instruction as Env).getProperties())
        stage.env[property.getName()] = property.getValue() ?? "";
    else if (keyword === "COPY") copy(instruction as Copy, context, stages, here);
    else if (keyword === "RUN") await runStep(rest, here, stage.env);
    else if (keyword === "USER") stage.user = rest;
    else if (keyword === "CMD") stage.command = listOf(instruction as JSONInstruction);
    else if (keyword === "HEALTHCHECK")
      stage.healthcheck = JSON.parse(/CMD (\[.*\])$/.exec(rest)?.[1] ?? "[]");
    else if (keyword !== "EXPOSE") throw new Error(`No test knows ${keyword}`);
  }
  const last = stages.get("last");
  if (!last) throw new Error("The last stage has a name: no image is made of it");
  for (const one of stages.values()) if (one !== last) rmSync(one.top, { recursive: true });
  const folder = join(last.top, last.workdir);
  await run("chmod", ["-R", "a-w,a+rX", folder]);
  const { env, command, healthcheck, user } = last;
  const remove = () => rmSync(work, { recursive: true, force: true });
  return { folder, env, command, healthcheck, user, size: sizeOf(folder), remove };
}

function newStage(top: string): Stage {
  mkdirSync(top);
  return { top, workdir: "/", env: {}, command: [], healthcheck: [], user: "root" };
}

/** Only what .dockerignore lets through: `*`, then what is taken all the same, then what of that is not. */
function copyContext(context: string): void {
  const rules = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  if (rules.shift() !== "*") throw new Error(".dockerignore leaves out no more than it names");
  const left = rules.filter((rule) => !rule.startsWith("!")).map(patternOf);
  for (const rule of rules.filter((one) => one.startsWith("!"))) {
    const path = rule.slice(1);
    const isTaken = (source: string) => !left.some((pattern) => pattern.test(relative(root, source)));
    cpSync(join(root, path), join(context, path), { recursive: true, filter: isTaken });
  }
}

function patternOf(rule: string): RegExp {
  const [, ending] = /^\*\*\/\*([\w.]+)\*$/.exec(rule) ?? [];
  if (!ending) throw new Error(`No test knows the rule ${rule}`);
  return new RegExp(`(^|/)[^/]*${ending.replaceAll(".", "\\.")}[^/]*$`);
}

function copy(instruction: Copy, context: string, stages: Map<string, Stage>, here: string): void {
  const from = instruction.getFromFlag()?.getValue();
  const source = from ? stages.get(from)?.top : context;
  if (!source) throw new Error(`There is no stage ${from}`);
  const paths = instruction.getArguments().map((argument) => argument.getValue());
  const target = join(here, paths.pop()!);
  for (const path of paths) {
    const isFolder = statSync(join(source, path)).isDirectory();
    const place = isFolder ? target : join(target, path);
    cpSync(join(source, path), place, { recursive: true, verbatimSymlinks: true });
  }
}

const listOf = (instruction: JSONInstruction) =>
  instruction.getJSONStrings().map((argument) => argument.getJSONValue());

/** With no environment but the image's and what npm needs to find its registry. */
async function runStep(command: string, cwd: string, env: Record<string, string>): Promise<void> {
  const ofNpm = Object.entries(process.env).filter(([name]) =>
    /^(npm_config_(registry|cafile)|HOME)$/i.test(name),
  );
  const own: Record<string, string | undefined> = {
    PATH: pathWithNode(),
    ...Object.fromEntries(ofNpm),
    ...env,
  };
  await run("sh", ["-c", command], { cwd, env: own as NodeJS.ProcessEnv, maxBuffer: 1e8 }).catch((error) => {
    throw new Error(`${command} failed:\n${error.stdout}${error.stderr}`);
  });
}

/** Programs are found as in an image, which has this Node in front. */
export const pathWithNode = () => `${dirname(process.execPath)}:${process.env.PATH}`;

/** Of all files below, as a disk holds them. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).blocks * 512, 0);
}
