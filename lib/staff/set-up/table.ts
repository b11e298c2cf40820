import type { StaffCaller } from "../caller";
import { can } from "../permissions";
import { ACCOUNT_ACTIONS } from "./accounts";
import type { SetUpAction } from "./action";
import { COURSE_ACTIONS } from "./courses";
import { DETAILS_ACTIONS } from "./details";
import { ENDPOINT_ACTIONS } from "./endpoint-actions";
import { SEND_ACTIONS } from "./endpoint-sends";
import { KEY_ACTIONS } from "./keys";
import { COLLEAGUE_ACTIONS } from "./staff";

export const SET_UP_ACTIONS: readonly SetUpAction[] = [
  ...KEY_ACTIONS,
  ...ENDPOINT_ACTIONS,
  ...SEND_ACTIONS,
  ...DETAILS_ACTIONS,
  ...COURSE_ACTIONS,
  ...COLLEAGUE_ACTIONS,
  ...ACCOUNT_ACTIONS,
];

/** Null for one that there is not, or that is not the caller's to take: nobody learns which. */
export const setUpActionOf = ({ role }: StaffCaller, part: string, key: string): SetUpAction | null =>
  can(role, "set_up") ? (SET_UP_ACTIONS.find((one) => one.part === part && one.key === key) ?? null) : null;
