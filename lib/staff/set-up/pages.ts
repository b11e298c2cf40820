import type { Permission } from "../permissions";
import type { SetUpPart } from "./action";

interface SetUpPage {
  part: SetUpPart;
  title: string;
  about: string;
  /** Who sees it. Whoever may change something needs `set_up`. */
  permission: Permission;
}

/** In the order of the page. */
export const SET_UP_PAGES: readonly SetUpPage[] = [
  {
    part: "keys",
    title: "API keys",
    about: "What your systems sign in with: issue, rotate and revoke keys.",
    permission: "set_up",
  },
  {
    part: "endpoints",
    title: "Webhook endpoints",
    about: "Where events are sent, and what became of each.",
    permission: "read",
  },
  {
    part: "details",
    title: "Details",
    about: "Contact, allowed origins, return addresses, brand, texts, emails and limits of plans.",
    permission: "set_up",
  },
  {
    part: "courses",
    title: "Courses",
    about: "What students can enrol in on your portal, at which price.",
    permission: "set_up",
  },
  {
    part: "requests",
    title: "Requests",
    about: "What your systems asked of the API in the last 7 days, and what they were told.",
    permission: "read",
  },
  {
    part: "staff",
    title: "Staff",
    about: "Who works here with which role: invite, change and remove colleagues.",
    permission: "set_up",
  },
  {
    part: "accounts",
    title: "Processor accounts",
    about: "Where cards are charged and plans debited: add, check, rotate and retire accounts.",
    permission: "set_up",
  },
  {
    part: "go-live",
    title: "Go-live checklist",
    about: "What your system has shown in the sandbox, and the certificate when that is everything.",
    permission: "read",
  },
];
