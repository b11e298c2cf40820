/** Next calls this once before it serves. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startInstance } = await import("./lib/api/instance");
  await startInstance();
}
