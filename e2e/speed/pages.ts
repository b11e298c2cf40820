import type { College } from "../support/browser/college";
import * as enrolments from "../support/browser/enrolment";
import { setupUrl } from "../support/browser/setup-page";
import type { Api } from "../support/client";
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
const details: Enrolled = (_, college) => enrolments.makeEnrolment(college);
const card: Enrolled = (_, college) => enrolments.makeEnrolment(college, "card");

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
  step("Bank authority", "bank", enrolments.planBegun),
  step("Review", "review", enrolments.planAuthorised),
  step("Bank account", "account", enrolments.planAuthorised),
  step("Checking", "checking", enrolments.paymentUnknown),
  step("Done", "done", enrolments.planSigned),
  step("Agreement", "agreement/page", enrolments.planSigned),
  step("Expired", "expired", enrolments.planLapsed),
  step("Cancelled", "cancelled", enrolments.planCancelled),
  { name: "Hosted page", address: async (api, college) => setupUrl(await startedPlan(api, college)) },
];
