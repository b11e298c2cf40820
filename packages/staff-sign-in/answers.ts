import { APIError } from "better-auth/api";
import { MAX_CODE_WAIT_S } from "./limits";

export type CookieNames = Readonly<Record<"session" | "code" | "passkey", string>>;

/** What the library reads of a request. */
export interface Asking {
  /** The `Cookie` header. */
  cookie: string | null;
  userAgent: string | null;
  address: string | null;
}

/** To be set as HttpOnly and SameSite=Lax. A `maxAgeS` of 0 deletes it; null leaves its end to the browser. */
export interface Cookie {
  name: string;
  value: string;
  maxAgeS: number | null;
}

interface Answer<O extends string> {
  outcome: O;
  cookies: Cookie[];
  /** The library's own; missing where it refused. */
  response?: unknown;
}

/** Carries requests to the library and answers back, with the cookies that are ours. */
export function createAnswers(cookieNames: CookieNames) {
  function headersOf({ cookie, userAgent, address }: Asking, ...only: (keyof CookieNames)[]): Headers {
    const all = (cookie ?? "").split(/; */);
    const own = all.filter((one) => only.some((kind) => one.startsWith(`${cookieNames[kind]}=`)));
    return new Headers({
      cookie: own.join("; "),
      ...(userAgent && { "user-agent": userAgent }),
      ...(address && { "x-sender": address }),
    });
  }

  function cookiesOf(headers: Headers): Cookie[] {
    return headers.getSetCookie().flatMap((line) => {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (!Object.values(cookieNames).includes(name)) return [];
      const isGone = value === "" || /; Max-Age=0(;|$)/i.test(line);
      const maxAgeS = isGone ? 0 : name === cookieNames.session ? null : MAX_CODE_WAIT_S;
      return [{ name, value: decodeURIComponent(value), maxAgeS }];
    });
  }

  /** @param refusals what the library's errors mean; one that is not among them is thrown */
  async function answerOf<T, const O extends string, const R extends string>(
    work: Promise<{ headers: Headers; response: T }>,
    outcomeOf: (response: T) => O,
    refusals: Readonly<Record<string, R>>,
  ): Promise<Answer<O | R>> {
    try {
      const { headers, response } = await work;
      return { outcome: outcomeOf(response), cookies: cookiesOf(headers), response };
    } catch (error) {
      const code = error instanceof APIError ? error.body?.code : undefined;
      const outcome = code === undefined ? undefined : refusals[code];
      if (outcome === undefined) throw error;
      return { outcome, cookies: [] };
    }
  }

  return { headersOf, answerOf };
}
