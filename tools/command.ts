import { type Commands, runCommands } from "./command-line/run";

/** Operators' commands by npm's names for them. Only the one that runs is loaded. */
const SCRIPTS: Record<string, () => Promise<Commands>> = {
  audit: async () => (await import("./commands/audit")).AUDIT,
  "check:integrity": async () => (await import("./commands/check-integrity")).CHECK_INTEGRITY,
  courses: async () => (await import("./commands/courses")).COURSES,
  doctor: async () => (await import("./commands/doctor")).DOCTOR,
  enrolments: async () => (await import("./commands/enrolments")).ENROLMENTS,
  gateways: async () => (await import("./commands/gateways")).GATEWAYS,
  jobs: async () => (await import("./commands/jobs")).JOBS,
  keys: async () => (await import("./commands/keys")).KEYS,
  "keys:app": async () => (await import("./commands/keys-app")).APP_KEYS,
  providers: async () => (await import("./commands/providers")).PROVIDERS,
  staff: async () => (await import("./commands/staff")).STAFF,
};

const [script = "", ...argv] = process.argv.slice(2);
const commands = SCRIPTS[script];
if (!commands) throw new Error(`There is no script ${script}`);
await runCommands(script, await commands(), argv);
