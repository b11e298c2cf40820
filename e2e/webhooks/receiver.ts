import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { listening } from "../support/listening";

export interface Received {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  /** In the order of their arrival. */
  received: Received[];
  /** Deliveries whose signature or body the reference library did not accept; tests expect none. */
  unsigned: Received[];
  /** What it answers from now on. */
  answer: (response: ServerResponse, received: Received) => void;
  /** Requests under way now, and the most that ever were. */
  load: { now: number; most: number };
  /** Keeps requests waiting from now on, until they are let go. */
  hold(): void;
  /** Answers the one that has waited longest, if any does. */
  answerOne(status: number): boolean;
  /** Takes what waits and whatever comes after it. */
  letGo(): void;
  stop(): Promise<void>;
}

/** An endpoint of a provider's on this machine, which verifies each delivery with the reference library. */
export async function startReceiver(secret: string): Promise<Receiver> {
  const held: ServerResponse[] = [];
  const server = createServer((incoming, response) => {
    let body = "";
    receiver.load.most = Math.max(receiver.load.most, ++receiver.load.now);
    response.once("close", () => receiver.load.now--);
    incoming.setEncoding("utf8").on("data", (chunk) => (body += chunk));
    incoming.on("end", () => {
      const { headers } = incoming;
      const received = { id: String(headers["webhook-id"]), headers, body };
      receiver.received.push(received);
      if (!isVerified(secret, received)) receiver.unsigned.push(received);
      receiver.answer(response, received);
    });
  });
  const { url, stop } = await listening(server);
  const receiver: Receiver = {
    url: `${url}/hooks?of=test`,
    received: [],
    unsigned: [],
    answer: (response) => response.end("ok"),
    load: { now: 0, most: 0 },
    hold() {
      receiver.answer = (response) => void held.push(response);
    },
    answerOne(status) {
      const response = held.shift();
      response?.writeHead(status).end();
      return response !== undefined;
    },
    letGo() {
      receiver.answer = (response) => response.end();
      while (receiver.answerOne(200));
    },
    stop,
  };
  return receiver;
}

/** Verified by the reference library, at the time that the delivery names: a test's clock may stand days ahead. */
export function isVerified(secret: string, { id, headers, body }: Received): boolean {
  const library = new Webhook(secret);
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
  const signature = library.sign(id, at, body);
  const isRight = String(headers["webhook-signature"]).split(" ").includes(signature);
  if (isRight && Math.abs(at.getTime() - Date.now()) < 60_000)
    library.verify(body, headers as Record<string, string>);
  return isRight && JSON.parse(body).id === id;
}
