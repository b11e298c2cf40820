import { ok } from "../support/answer";
import type { College } from "../support/browser/college";
import {
  makeEnrolment,
  paymentUnknown,
  planAuthorised,
  planBegun,
  planSigned,
} from "../support/browser/enrolment";
import { setupUrl } from "../support/browser/setup-page";
import type { Api } from "../support/client";
import { lapse } from "../support/provider";
import { startedPlan } from "../support/scenes";

/** A page of the portal or the hosted page, and how to come by an address of it. */
export interface MeasuredPage {
  name: string;
  address: (api: Api, college: College) => Promise<string>;
}

type Enrolled = (api: Api, college: College) => Promise<{ home: string }>;

/** A step of an enrolment in this state. */
const step = (name: string, path: string, enrolled: Enrolled): MeasuredPage => ({
  name,
  address: async (api, college) => `${(await enrolled(api, college)).home}/${path}`,
});
const details: Enrolled = (_, college) => makeEnrolment(college);
const card: Enrolled = (_, college) => makeEnrolment(college, "card");

async function lapsed(api: Api, college: College) {
  const begun = await planBegun(api, college);
  await lapse(begun.checkoutId);
  return begun;
}

async function cancelled(api: Api, college: College) {
  const begun = await planBegun(api, college);
  ok(await api.cancel(begun.checkoutId));
  return begun;
}

/** Every page that a student waits for. */
export const PAGES: readonly MeasuredPage[] = [
  { name: "Courses", address: async (_, { code }) => `/p/${code}` },
  { name: "New link", address: async () => "/link" },
  { name: "A provider's new link", address: async (_, { code }) => `/p/${code}/link` },
  { name: "Terms", address: async (_, { code }) => `/p/${code}/terms` },
  { name: "Privacy policy", address: async (_, { code }) => `/p/${code}/privacy` },
  { name: "Refund policy", address: async (_, { code }) => `/p/${code}/refunds` },
  step("Your details", "details", details),
  step("How to pay", "pay", details),
  step("Card", "card", card),
  step("Bank authority", "bank", planBegun),
  step("Review", "review", planAuthorised),
  step("Bank account", "account", planAuthorised),
  step("Checking", "checking", paymentUnknown),
  step("Done", "done", planSigned),
  step("Agreement", "agreement/page", planSigned),
  step("Expired", "expired", lapsed),
  step("Cancelled", "cancelled", cancelled),
  { name: "Hosted page", address: async (api, college) => setupUrl(await startedPlan(api, college)) },
];
