import { createSocket } from "node:dgram";
import { once } from "node:events";
import { onTestFinished } from "vitest";

const TYPES: Record<number, "A" | "AAAA"> = { 1: "A", 28: "AAAA" };

/** What is answered for any name: addresses, that there is none, or nothing at all. */
type Answer = readonly string[] | "silent";

interface Question {
  type: "A" | "AAAA";
  name: string;
}

/** A name server on this machine, over UDP. Its answers are those of RFC 1035, one question each. */
export async function startNameServer(answers: { A: Answer; AAAA: Answer } | "nothing there" | "silent") {
  const socket = createSocket("udp4");
  const asked: Question[] = [];
  const unanswered: (() => void)[] = [];
  socket.on("message", (query, { port, address }) => {
    const question = query.subarray(12, questionEnd(query));
    const type = TYPES[question.readUInt16BE(question.length - 4)]!;
    asked.push({ type, name: nameIn(question) });
    const answer = typeof answers === "string" ? (answers === "silent" ? "silent" : []) : answers[type];
    const say = (records: Buffer[], isThere: boolean) => {
      const header = Buffer.from(query.subarray(0, 12));
      header.writeUInt16BE(isThere ? 0x8180 : 0x8183, 2);
      header.writeUInt16BE(records.length, 6);
      header.writeUInt32BE(0, 8);
      socket.send(Buffer.concat([header, question, ...records]), port, address);
    };
    if (answer === "silent") return void unanswered.push(() => say([], false));
    say(
      answer.map((one) => record(type, one)),
      answers !== "nothing there",
    );
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return {
    servers: [`127.0.0.1:${socket.address().port}`],
    asked,
    breakSilence() {
      for (const answer of unanswered.splice(0)) answer();
    },
  };
}

function questionEnd(query: Buffer): number {
  let at = 12;
  while (query[at] !== 0) at += query[at]! + 1;
  return at + 5;
}

/** The name that is asked about: labels, each after its length. */
function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 0; question[at] !== 0; at += question[at]! + 1)
    labels.push(question.toString("latin1", at + 1, at + 1 + question[at]!));
  return labels.join(".");
}

/** Of the name in the question, for a minute. */
function record(type: "A" | "AAAA", address: string): Buffer {
  const bytes = type === "A" ? address.split(".").map(Number) : groups(address);
  const head = Buffer.from([0xc0, 12, 0, type === "A" ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length]);
  return Buffer.concat([head, Buffer.from(bytes)]);
}

const groups = (address: string) => {
  const [before = "", after = ""] = address.split("::");
  const words = (text: string) =>
    text === "" ? [] : text.split(":").map((word) => Number.parseInt(word, 16));
  const [first, last] = [words(before), words(after)];
  const all = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
  return all.flatMap((word) => [word >> 8, word & 255]);
};
