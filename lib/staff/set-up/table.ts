import type { AttentionKind } from "../../db/staff-attention";
import type { StaffCaller } from "../caller";
import { can, type Permission } from "../permissions";
import { ACCOUNT_ACTIONS } from "./accounts";
import type { SetUpAction } from "./action";
import { ATTENTION_ACTIONS, isAlert } from "./attention";
import { COURSE_ACTIONS } from "./courses";
import { DETAILS_ACTIONS } from "./details";
import { ENDPOINT_ACTIONS } from "./endpoint-actions";
import { SEND_ACTIONS } from "./endpoint-sends";
import { KEY_ACTIONS } from "./keys";
import { COLLEAGUE_ACTIONS } from "./staff";
import { VIEW_ACTIONS } from "./views";

export const SET_UP_ACTIONS: readonly SetUpAction[] = [
  ...ATTENTION_ACTIONS,
  ...VIEW_ACTIONS,
  ...KEY_ACTIONS,
  ...ENDPOINT_ACTIONS,
  ...SEND_ACTIONS,
  ...DETAILS_ACTIONS,
  ...COURSE_ACTIONS,
  ...COLLEAGUE_ACTIONS,
  ...ACCOUNT_ACTIONS,
];

export const permissionOf = ({ permission = "set_up" }: SetUpAction): Permission => permission;

/** Null for one that there is not, or that is not the caller's to take: nobody learns which. */
export const setUpActionOf = ({ role }: StaffCaller, part: string, key: string): SetUpAction | null =>
  SET_UP_ACTIONS.find((one) => one.part === part && one.key === key && can(role, permissionOf(one))) ?? null;

/** Of what needs attention, those of the caller. */
export const attentionActionsOf = ({ role }: StaffCaller, kind: AttentionKind) =>
  ATTENTION_ACTIONS.filter(
    (one) => can(role, permissionOf(one)) && (one.key !== "settle" || isAlert(kind)),
  ).map(({ key, title }) => ({ key, title }));
