import { createServer, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { explainDatabaseFault } from "../../packages/postgres-guard/faults";
import { databaseFault } from "./start";

/** Something that refuses each user as PostgreSQL does, with this code. */
async function refusing(code: string): Promise<string> {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mthe-message\0\0`);
  const refusal = Buffer.from([0x45, 0, 0, 0, 4 + fields.length, ...fields]);
  const server = createServer((socket: Socket) => {
    socket.on("error", () => {}).once("data", () => socket.end(refusal));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return `postgres://the-user:the-password@127.0.0.1:${port}/checkout`;
}

it.each(["28P01", "3D000", "53300", "08P01"])(
  "a start and a command tell %s in the same words, a start with the place",
  async (code) => {
    const url = await refusing(code);
    const { means, remedy } = explainDatabaseFault(Object.assign(new Error(), { code }))!;
    const told = await databaseFault(url);
    expect(told).toContain(`DATABASE_URL: at 127.0.0.1:${new URL(url).port}, ${means} (${code}). ${remedy}`);
    expect(told).not.toMatch(/the-user|the-password|the-message/);
  },
);

it("a database without our tables lacks migrations", async () => {
  expect(await databaseFault(await refusing("42P01"))).toContain("checkout lacks migrations of this build");
});
