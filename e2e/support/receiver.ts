import { join } from "node:path";
import { PYTHON_CLIENT, python } from "./python";
import { freePort, type RunningProcess, start, untilAnswers } from "./stack";

const PATH = "/webhooks/provider-checkout";

/** Runs the documentation's receiver for Express as the guide says; `url` takes the events. */
export async function startReceiver(
  databaseUrl: string,
  secret: string,
  port?: number,
): Promise<RunningProcess & { port: number }> {
  const chosen = port ?? (await freePort());
  const child = start(["--import", "tsx", join("docs", "examples", "receivers", "express.ts")], {
    DATABASE_URL: databaseUrl,
    WEBHOOK_SECRET: secret,
    PORT: String(chosen),
    NODE_ENV: "production",
  });
  const url = `http://127.0.0.1:${chosen}${PATH}`;
  await untilAnswers(url, child, "Listening at port");
  return { url, port: chosen, ...child };
}

/** Runs the documentation's receiver in Python, which keeps its events in that file; `url` takes them. */
export async function startPythonReceiver(file: string, secret: string): Promise<RunningProcess> {
  const port = await freePort();
  const settings = { WEBHOOK_DATABASE: file, WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = start(
    [join("docs", "examples", "receivers", "receiver.py")],
    { ...settings, PYTHONPATH: PYTHON_CLIENT, PYTHONDONTWRITEBYTECODE: "1" },
    undefined,
    python!,
  );
  const url = `http://127.0.0.1:${port}${PATH}`;
  await untilAnswers(url, child, "Listening at port");
  return { url, ...child };
}
