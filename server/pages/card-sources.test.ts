import { expect, it } from "vitest";
import { cardSourcesOf } from "./card-sources";

it("a page that takes cards for Stripe loads Stripe's script and frames, and for the sandbox nothing", () => {
  expect(cardSourcesOf("/capture/v1.js")).toBeNull();
  expect(cardSourcesOf("/capture/v1.js?processor=stripe&account=acct_1")).toEqual({
    "script-src": "https://js.stripe.com https://*.js.stripe.com",
    "frame-src": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
    "connect-src": "https://api.stripe.com",
  });
});

it("with a stand-in it loads from the stand-in alone", () => {
  const standIn = "http://127.0.0.1:4000";
  expect(cardSourcesOf(`/capture/v1.js?processor=pinch&stand_in=${encodeURIComponent(standIn)}`)).toEqual({
    "script-src": standIn,
    "connect-src": standIn,
  });
});
