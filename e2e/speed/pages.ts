import { confirmBody } from "../support/bodies";
import type { College } from "../support/browser/college";
import { makeEnrolment, planAuthorised, planBegun } from "../support/browser/enrolment";
import { setupUrl } from "../support/browser/setup-page";
import type { Api } from "../support/client";
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
  { name: "Terms", address: async (_, { code }) => `/p/${code}/terms` },
  { name: "Your details", address: async (_, college) => `${(await makeEnrolment(college)).home}/details` },
  { name: "How to pay", address: async (_, college) => `${(await makeEnrolment(college)).home}/pay` },
  { name: "Card", address: async (_, college) => `${(await makeEnrolment(college, "card")).home}/card` },
  {
    name: "Bank authority",
    address: async (api, college) => `${(await planBegun(api, college)).home}/bank`,
  },
  { name: "Review", address: async (api, college) => `${(await planAuthorised(api, college)).home}/review` },
  {
    name: "Done",
    address: async (api, college) => {
      const { home, checkoutId } = await planAuthorised(api, college);
      await api.confirm(checkoutId, confirmBody((await api.status(checkoutId)).body));
      return `${home}/done`;
    },
  },
  {
    name: "Cancelled",
    address: async (api, college) => {
      const { home, checkoutId } = await planBegun(api, college);
      await api.cancel(checkoutId);
      return `${home}/cancelled`;
    },
  },
  { name: "Hosted page", address: async (api, college) => setupUrl(await startedPlan(api, college)) },
];
