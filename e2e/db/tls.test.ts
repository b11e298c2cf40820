import { once } from "node:events";
import { createRequire } from "node:module";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Database, openDatabase } from "../../lib/db/client";

/** A certificate that nobody has signed but itself, and its key. */
const { default: selfSigned } = createRequire(import.meta.url)("smtp-server/lib/tls-options.js");

/** What a client says first that wants TLS: length 8, code 80877103. */
const WANTS_TLS = "0000000804d2162f";

/** PostgreSQL's refusal of a user, after which the driver does not try again. */
const fields = Buffer.from("SFATAL\0VFATAL\0C28P01\0Mno\0\0");
const REFUSAL = Buffer.from([0x45, 0, 0, 0, 4 + fields.length, ...fields]);

/** Something that listens where a database should, and refuses each user. */
async function listen(answer: "S" | "N") {
  const heard = { inTheClear: [] as string[], behindTls: 0 };
  const server = createServer((socket: Socket) => {
    const hear = (data: Buffer) => heard.inTheClear.push(data.toString("hex"));
    socket.on("error", () => {});
    socket.once("data", (first) => {
      hear(first);
      if (first.toString("hex") !== WANTS_TLS) return void socket.end(REFUSAL);
      socket.write(answer);
      if (answer === "N") return void socket.once("data", (next) => hear(next) && socket.end(REFUSAL));
      const secure = new TLSSocket(socket, { isServer: true, ...selfSigned() });
      secure.on("error", () => {});
      secure.once("data", () => {
        heard.behindTls++;
        secure.end(REFUSAL);
      });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { heard, url: `postgres://the-user:the-password@localhost:${port}/name` };
}

function open(url: string): Database["db"] {
  const { db, close } = openDatabase({ url, poolSize: 1, prepare: true, name: "tls" });
  onTestFinished(close);
  return db;
}

/** Why a database could not be used. */
async function faultOf(url: string, db = open(url)): Promise<string> {
  const error = await db.execute(sql`select 1`).then(
    () => new Error("It could be used"),
    (fault: Error) => (fault.cause ?? fault) as Error,
  );
  return (error as { code?: string }).code ?? error.message;
}

describe("sslmode in DATABASE_URL", () => {
  it.each(["require", "verify-ca", "verify-full"])(
    "%s sends nothing to a server without TLS",
    async (mode) => {
      const { heard, url } = await listen("N");
      expect(await faultOf(`${url}?sslmode=${mode}`)).not.toBe("It could be used");
      expect(heard.inTheClear[0]).toBe(WANTS_TLS);
      const rest = Buffer.from(heard.inTheClear.slice(1).join(""), "hex").toString("latin1");
      expect(rest).not.toContain("the-user");
    },
  );

  it("require encrypts, whoever the server is", async () => {
    const { heard, url } = await listen("S");
    await faultOf(`${url}?sslmode=require`);
    expect(heard).toEqual({ inTheClear: [WANTS_TLS], behindTls: 1 });
  });

  it("encrypts the next connection too, after one that the server refused", async () => {
    const { heard, url } = await listen("S");
    const db = open(`${url}?sslmode=require`);
    expect([await faultOf(url, db), await faultOf(url, db)]).toEqual(["28P01", "28P01"]);
    expect(heard).toEqual({ inTheClear: [WANTS_TLS, WANTS_TLS], behindTls: 2 });
  });

  it.each(["verify-ca", "verify-full"])("%s says nothing to a server that it does not know", async (mode) => {
    const { heard, url } = await listen("S");
    expect(await faultOf(`${url}?sslmode=${mode}`)).toMatch(/CERT|SIGNATURE|self.signed/i);
    expect(heard).toEqual({ inTheClear: [WANTS_TLS], behindTls: 0 });
  });

  it("without it sends the user's name to anybody", async () => {
    const { heard, url } = await listen("N");
    await faultOf(url);
    expect(Buffer.from(heard.inTheClear[0]!, "hex").toString("latin1")).toContain("the-user");
  });
});
