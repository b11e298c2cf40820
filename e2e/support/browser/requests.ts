import type { BrowserContext, Page, Request } from "@playwright/test";

interface Recorded {
  /** Method and URL. */
  name: string;
  /** URL, headers and body, as sent. */
  text: string;
}

/** Every request of a context, with what was in it. */
export interface Recorder {
  all(): Promise<readonly Recorded[]>;
  /** The requests that held the text: as it is, percent-encoded, or with blanks and hyphens between its characters. */
  find(text: string): Promise<string[]>;
}

/** Records from now on: to be called before the first page is opened, so that nothing is missed. */
export async function recordRequests(context: BrowserContext): Promise<Recorder> {
  const requests: Promise<Recorded>[] = [];
  /** What a request's event leaves out: long bodies, files, and what goes over sockets. */
  const more: Promise<Recorded>[] = [];
  const all = () => Promise.all(requests);

  context.on("request", (request) => requests.push(recordRequest(request)));
  context.on("page", (page) => void recordMore(context, page, more));
  for (const page of context.pages()) await recordMore(context, page, more);

  return {
    all,
    async find(text) {
      const pattern = spacedPattern(text);
      const recorded = [...(await all()), ...(await Promise.all(more))];
      const found = recorded.filter((one) => readingsOf(one.text).some((reading) => pattern.test(reading)));
      return [...new Set(found.map(({ name }) => name))];
    },
  };
}

async function recordRequest(request: Request): Promise<Recorded> {
  // Of a page that was closed meanwhile, the headers that the page itself set are still known.
  const headers = await request.allHeaders().catch(() => request.headers());
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const body = request.postDataBuffer()?.toString("utf8") ?? "";
  return {
    name: `${request.method()} ${request.url()}`,
    text: [request.url(), ...lines, body].join("\n"),
  };
}

async function recordMore(context: BrowserContext, page: Page, more: Promise<Recorded>[]): Promise<void> {
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) =>
      more.push(Promise.resolve({ name: `SOCKET ${socket.url()}`, text: String(payload) })),
    ),
  );
  const session = await context.newCDPSession(page);
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (!request.hasPostData) return;
    const name = `${request.method} ${request.url}`;
    const body = session
      .send("Network.getRequestPostData", { requestId })
      .then(({ postData }) => postData)
      .catch(() => request.postData ?? "");
    more.push(body.then((text) => ({ name, text })));
  });
  await session.send("Network.enable");
}

/** A text as it was sent, and as a form or a URL means it. */
function readingsOf(text: string): string[] {
  const decoded = text.replaceAll("+", " ").replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
  return [text, decoded];
}

function spacedPattern(text: string): RegExp {
  const characters = [...text.replace(/[\s-]/g, "")].map((one) => one.replace(/[.*+?^${}()|[\]\\]/, "\\$&"));
  return new RegExp(characters.join("[\\s-]*"), "i");
}
