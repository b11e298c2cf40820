/** Next calls this once before it serves. Where it throws, Next writes the error, goes on and answers nothing. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { tellRefusal } = await import("./server/program/lines.mjs");
  const { START } = await import("./packages/http/types");
  const { startInstance } = await import("./server/instance/instance");
  await startInstance().catch((error) => {
    // server/serve.mjs finds the error where it was published, and ends by itself.
    if (START in globalThis) return;
    tellRefusal(error.stack, error.faults);
    process.exit(error.exitCode ?? 1);
  });
}
