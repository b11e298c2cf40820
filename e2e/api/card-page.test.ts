import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { chargeAttempt, checkout } from "../../drizzle/schema";
import type { Id } from "../../lib/domain/ids";
import { ok } from "../support/answer";
import { type Api, api, expectProblem } from "../support/api";
import { cardToken, payNowBody } from "../support/bodies";
import { holdBack } from "../support/charges";
import { type Html, heading, open, submit, title, words } from "../support/html-form";
import { until } from "../support/poll";
import { database, lapse, makeKey, makeProvider, register, type TestProvider } from "../support/provider";
import { askRefund } from "../support/refunds";
import { cardPage, type Scene } from "../support/scenes";
import { DOORS, type Door } from "../support/stack";

let provider: TestProvider;
let client: Api;
beforeAll(async () => {
  provider = await makeProvider({ name: "Southern TAFE" });
  client = api("server", provider.key);
});

function pageUrl(door: Door, { answer }: Scene, more: Record<string, string> = {}): string {
  const { pathname, search } = new URL(answer.body.card_payment.payment_url);
  const url = new URL(pathname + search, inject("stack").doors[door]);
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.href;
}

/** As the page's script does: it posts a token, and the browser follows the answer. */
async function pay(page: Html, card: string, token = cardToken(card)): Promise<Html> {
  const answer = await submit(page, "Pay $1,500.00", { token });
  return answer.status === 303 ? open(page.url) : answer;
}

const attemptsOf = ({ id }: Scene) =>
  database()
    .select()
    .from(chargeAttempt)
    .where(eq(chargeAttempt.checkoutId, id as Id<"chk">))
    .orderBy(chargeAttempt.callNumber);

describe.each(DOORS)("a student pays on our card page, behind the %s entry point", (door) => {
  it("with a second card after a decline, and each card is one charge attempt", async () => {
    const scene = await cardPage(api(door, provider.key), provider);
    expect(scene.answer.status).toBe(201);
    const { body } = scene.answer;
    expect(body).toMatchObject({
      checkout: { dda_id: null },
      checkout_status: "Awaiting Payment",
      authorisation_status: "Pending",
      opportunity_stage: "Checkout Started",
      card_payment: { success: false, payment_url: expect.stringContaining("/api/card-payment?session=") },
      next_action: { type: "open", url: body.card_payment.payment_url },
      direct_debit: null,
    });
    const hours = (Date.parse(body.expires_at) - Date.parse(body.created_at)) / 3_600_000;
    expect(hours).toBe(24);

    const first = await open(pageUrl(door, scene));
    expect([first.status, heading(first), title(first)]).toEqual([
      200,
      "Pay by card",
      "Pay by card – Southern TAFE",
    ]);
    for (const shown of ["$1,500.00", "Certificate IV in Bookkeeping", "Southern TAFE"])
      expect(words(first)).toContain(shown);

    const again = await pay(first, "declined_insufficient_funds");
    expect(title(again)).toBe("Error: Pay by card – Southern TAFE");
    expect(words(again)).toContain(
      "not enough money available. Use another card. You have not been charged.",
    );
    const declined = await client.status(scene.id);
    expect(declined.body).toMatchObject({
      checkout_status: "Awaiting Payment",
      card_payment: { success: false, decline_code: "insufficient_funds" },
    });

    const paid = await pay(again, "visa");
    expect(heading(paid)).toBe("You have paid");
    expect(words(paid)).toContain("Visa ending 4242");
    const { body: status } = await client.status(scene.id);
    expect(status).toMatchObject({
      checkout_status: "Payment Processing",
      authorisation_status: "Paid Upfront",
      opportunity_stage: "Paid Upfront",
      card_payment: { success: true, amount_charged: 1500 },
      next_action: { type: "none" },
      expires_at: null,
    });
    const told = status.timeline.map(({ type, actor }: { type: string; actor: string }) => [type, actor]);
    expect(told).toEqual([
      ["checkout.created", expect.stringMatching(/^api_key:/)],
      ["card_payment.succeeded", "student"],
    ]);
    expect((await attemptsOf(scene)).map(({ status, isReplaced }) => [status, isReplaced])).toEqual([
      ["declined", true],
      ["succeeded", false],
    ]);

    expect(words(paid)).not.toContain("Refunded");
    await askRefund(client, scene.id, 250);
    expect(words(await open(paid.url))).toMatch(/Refunded \$250\.00 on \d+ \w+ 20\d\d/);
  });
});

describe("the hosted card page", () => {
  it("charges once, however often a form is sent and from however many windows", async () => {
    const scene = await cardPage(client, provider);
    const page = await open(pageUrl("server", scene));
    const token = cardToken();
    await Promise.all([...Array(3)].map(() => pay(page, "visa", token)).concat(pay(page, "mastercard")));
    expect(heading(await open(page.url))).toBe("You have paid");
    const { data } = (await client.charges(scene.orderId)).body;
    expect(data.filter(({ status }: { status: string }) => status === "succeeded")).toHaveLength(1);
    expect(await attemptsOf(scene)).toHaveLength(1);
  });

  it("never invites a second payment while the outcome of a charge is unknown", async () => {
    const scene = await cardPage(client, provider);
    const page = await open(pageUrl("server", scene));
    const checking = await pay(page, "answer_lost");
    if (heading(checking) === "You have paid") return; // Recovery was quicker.
    expect(words(checking)).toContain("Do not pay again");
    await pay(page, "mastercard");
    expect(await attemptsOf(scene)).toHaveLength(1);
    expectProblem(await client.cancel(scene.id), 409, "cancel_not_applicable");
  });

  it("says that its time is over, or that it was cancelled, and takes no card then", async () => {
    const [late, cancelled] = [await cardPage(client, provider), await cardPage(client, provider)];
    const pages = [await open(pageUrl("server", late)), await open(pageUrl("server", cancelled))];
    await lapse(late.id);
    ok(await client.cancel(cancelled.id));
    expect(heading(await pay(pages[0]!, "visa"))).toBe("The time to pay here is over");
    expect(heading(await pay(pages[1]!, "visa"))).toBe("This payment was cancelled");
    expect([await attemptsOf(late), await attemptsOf(cancelled)]).toEqual([[], []]);
    expect((await client.status(late.id)).body).toMatchObject({
      checkout_status: "Expired",
      card_payment: null,
      opportunity_stage: "Closed Lost",
    });
    const again = await client.create(
      payNowBody(provider, { provider: { provider_order_id: late.orderId } }),
    );
    expect(again.status).toBe(201);
  });

  it("says when an order has used its five cards of an hour", async () => {
    const scene = await cardPage(client, provider);
    const page = await open(pageUrl("server", scene));
    for (let card = 0; card < 5; card++) await pay(page, "declined_generic_decline");
    expect(words(await pay(page, "visa"))).toContain("Too many attempts. Try again after");
    expect((await attemptsOf(scene)).filter(({ isReplaced }) => !isReplaced)).toHaveLength(1);
  });

  it("takes its form from itself only, and opens by its own session only", async () => {
    const scene = await cardPage(client, provider);
    const page = await open(pageUrl("server", scene));
    await submit(page, "Pay $1,500.00", { token: cardToken() }, { Origin: "https://evil.example" });
    expect(await attemptsOf(scene)).toEqual([]);
    expect((await open(`${page.url}x`)).status).toBe(404);
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  it("redirects to a registered page of the provider once it is paid, and to no other", async () => {
    await register(provider, { returnUrls: ["https://college.example/paid"] });
    const scene = await cardPage(client, provider);
    const own = pageUrl("server", scene, { return_url: "https://college.example/paid?order=7%207#fees" });
    const page = await open(own);
    expect(page.headers.get("content-security-policy")).toContain(
      "form-action 'self' https://college.example;",
    );
    expect(title(await pay(page, "declined_lost_card"))).toMatch(/^Error: Pay by card/);
    const paid = await pay(page, "visa");
    expect([paid.status, paid.headers.get("location")]).toEqual([
      303,
      "https://college.example/paid?order=7%207&outcome=paid#fees",
    ]);
    const other = await open(pageUrl("server", scene, { return_url: "https://evil.example/" }));
    expect([other.status, heading(other)]).toEqual([200, "You have paid"]);
    expect(other.text).not.toContain('evil.example/"');
    expect(other.headers.get("content-security-policy")).toContain("form-action 'self';");
  });

  it("leaves it to the student to go back once its time is over", async () => {
    await register(provider, { returnUrls: ["https://college.example/paid"] });
    const scene = await cardPage(client, provider);
    ok(await client.cancel(scene.id));
    const page = await open(pageUrl("server", scene, { return_url: "https://college.example/paid" }));
    expect(heading(page)).toBe("This payment was cancelled");
    expect(page.text).toContain('href="https://college.example/paid"');
  });

  it("is remembered by the browser that comes back from its bank", async () => {
    const scene = await cardPage(client, provider);
    const url = pageUrl("server", scene);
    const sent = await submit(await open(url), "Pay $1,500.00", { token: cardToken("declined_lost_card") });
    const [cookie = ""] = (sent.headers.get("set-cookie") ?? "").split(";");
    const back = new URL("/api/card-payment/return", url).href;
    expect(heading(await open(back))).toBe("You can go back to your enrolment");
    const known = await fetch(back, { headers: { Accept: "text/html", Cookie: cookie }, redirect: "manual" });
    expect([known.status, known.headers.get("location")]).toEqual([
      303,
      new URL(url).pathname + new URL(url).search,
    ]);
    expect(known.headers.get("set-cookie")).toMatch(/^card_page=; .*Max-Age=0/);
  });

  it("is left at an address without what the processor appends, which is a secret of Stripe's", async () => {
    const back = new URL("/api/card-payment/return", pageUrl("server", await cardPage(client, provider)))
      .href;
    const sent = await fetch(`${back}?payment_intent_client_secret=pi_1_secret_2`, {
      headers: { Accept: "text/html" },
      redirect: "manual",
    });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/api/card-payment/return"]);
  });

  it("asks for the outcome at once when the student comes back from the bank", async () => {
    const scene = await cardPage(client, provider);
    const url = pageUrl("server", scene);
    const sent = await submit(await open(url), "Pay $1,500.00", { token: cardToken("answer_lost") });
    const [cookie = ""] = (sent.headers.get("set-cookie") ?? "").split(";");
    const [attempt] = await attemptsOf(scene);
    await holdBack(attempt!.id);
    const back = new URL("/api/card-payment/return", url).href;
    await fetch(back, { headers: { Accept: "text/html", Cookie: cookie }, redirect: "manual" });
    await until("it is paid", async () => heading(await open(url)) === "You have paid");
  });
});

describe("a create with the hosted card page", () => {
  it("takes a token or hosted: true, and one of them", async () => {
    const both = payNowBody(provider, { card_payment: { hosted: true } });
    const neither = payNowBody(provider, { card_payment: { token: undefined, hosted: false } });
    for (const [body, code] of [
      [both, "not_allowed"],
      [neither, "required"],
    ] as const) {
      const answer = await client.create(body);
      expectProblem(answer, 422, "validation_failed");
      expect(answer.body.errors).toMatchObject([{ pointer: "/card_payment/token", code }]);
    }
  });

  it("gets the same answer again for the same key, whatever the student has done since", async () => {
    const body = payNowBody(provider, { card_payment: { token: undefined, hosted: true } });
    const first = await client.createOnce("card-page-once", body);
    const scene = { id: first.body.checkout.checkout_id, orderId: "", body, answer: first };
    await pay(await open(pageUrl("server", scene)), "declined_generic_decline");
    expect((await client.createOnce("card-page-once", body)).text).toBe(first.text);
    await pay(await open(pageUrl("server", scene)), "visa");
    expect((await client.createOnce("card-page-once", body)).text).toBe(first.text);
  });

  it("shows the page's address to keys that may write, and in no event or list", async () => {
    const scene = await cardPage(client, provider);
    const reader = client.as(await makeKey(provider.id, { scopes: ["checkouts:read"] }));
    const texts = [(await reader.status(scene.id)).text, (await client.get("/v1/events")).text];
    texts.push((await client.get(`/v1/provider-checkouts?provider_order_id=${scene.orderId}`)).text);
    for (const text of texts) expect(text).not.toMatch(/cps_/);
  });

  it("stores no link", async () => {
    const scene = await cardPage(client, provider);
    const rows = await database()
      .select()
      .from(checkout)
      .where(eq(checkout.id, scene.id as Id<"chk">));
    expect(JSON.stringify(rows)).not.toContain("cps_");
  });
});
