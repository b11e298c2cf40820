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

/** Every page that a student waits for. */
export const PAGES: readonly MeasuredPage[] = [
  { name: "Courses", address: async (_, { code }) => `/p/${code}` },
  { name: "New link", address: async () => "/link" },
  { name: "A provider's new link", address: async (_, { code }) => `/p/${code}/link` },
  { name: "Terms", address: async (_, { code }) => `/p/${code}/terms` },
  { name: "Privacy policy", address: async (_, { code }) => `/p/${code}/privacy` },
  { name: "Refund policy", address: async (_, { code }) => `/p/${code}/refunds` },
  { name: "Your details", address: async (_, college) => `${(await makeEnrolment(college)).home}/details` },
  { name: "How to pay", address: async (_, college) => `${(await makeEnrolment(college)).home}/pay` },
  { name: "Card", address: async (_, college) => `${(await makeEnrolment(college, "card")).home}/card` },
  {
    name: "Bank authority",
    address: async (api, college) => `${(await planBegun(api, college)).home}/bank`,
  },
  {
    name: "Review",
    address: async (api, college) => `${(await planAuthorised(api, college)).home}/review`,
  },
  {
    name: "Bank account",
    address: async (api, college) => `${(await planAuthorised(api, college)).home}/account`,
  },
  {
    name: "Checking",
    address: async (api, college) => `${(await paymentUnknown(api, college)).home}/checking`,
  },
  { name: "Done", address: async (api, college) => `${(await planSigned(api, college)).home}/done` },
  {
    name: "Agreement",
    address: async (api, college) => `${(await planSigned(api, college)).home}/agreement/page`,
  },
  {
    name: "Expired",
    address: async (api, college) => {
      const { home, checkoutId } = await planBegun(api, college);
      await lapse(checkoutId);
      return `${home}/expired`;
    },
  },
  {
    name: "Cancelled",
    address: async (api, college) => {
      const { home, checkoutId } = await planBegun(api, college);
      ok(await api.cancel(checkoutId));
      return `${home}/cancelled`;
    },
  },
  { name: "Hosted page", address: async (api, college) => setupUrl(await startedPlan(api, college)) },
];
