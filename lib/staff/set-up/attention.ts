import { DAY_MS, later } from "../../../packages/dates/time";
import { resolveAlert } from "../../db/alerts";
import { findColleagues } from "../../db/staff";
import { type AttentionKind, markAttention } from "../../db/staff-attention";
import { idFromUuid } from "../../domain/ids";
import { attentionItem } from "../attention";
import type { StaffCaller } from "../caller";
import type { SetUpAction, SetUpDeps } from "./action";
import { choice } from "./fields";

const GONE = { notice: "This does not need attention any more." };

/** Of whom the operator of the service was told. */
export const isAlert = (kind: AttentionKind): boolean => kind === "alert" || kind === "payout";

const aboutOf = ({ title, name, details }: { title: string; name: string; details: string }) =>
  [title, name, details].filter(Boolean).join(": ");

/** What a form says of an item, and what marks it. Null for what does not need attention any more. */
async function itemAt({ db }: SetUpDeps, caller: StaffCaller, id: string) {
  const item = await attentionItem(db, caller, id);
  if (!item) return null;
  const { owner, putOffUntil, since } = item;
  return {
    form: {
      about: aboutOf(item),
      what: `${item.title}, ${id}`,
      before: { owner, put_off_until: putOffUntil },
    },
    owner,
    mark: (change: { owner: string | null } | { putOffUntil: Date | null }) => async () => {
      const now = { owner, putOffUntil, ...change };
      await markAttention(db, { providerId: caller.provider.id, item: id, since, ...now });
      return { after: { owner: now.owner, put_off_until: now.putOffUntil } };
    },
  };
}

const assign: SetUpAction = {
  part: "attention",
  key: "assign",
  title: "Assign to somebody",
  permission: "note",
  records: "alert",
  async open(deps, caller, id) {
    const item = await itemAt(deps, caller, id);
    if (!item) return GONE;
    const colleagues = await findColleagues(deps.db, caller.provider.id);
    const names = [...new Set([caller.name, ...colleagues.map(({ name }) => name)])];
    const owners = [["", "Nobody"], ...names.map((name) => [name, name] as const)] as const;
    return {
      ...item.form,
      says: ["Your colleagues see the name beside it. Nobody is told by email."],
      fields: [choice("owner", "Who looks after it", owners, item.owner ?? caller.name)],
      read: ({ owner }) => item.mark({ owner: owner || null }),
    };
  },
};

const PERIODS = [
  ["1", "A day"],
  ["3", "3 days"],
  ["7", "7 days"],
  ["0", "Not any more: show it again"],
] as const;

const putOff: SetUpAction = {
  part: "attention",
  key: "put_off",
  title: "Put off",
  permission: "note",
  records: "alert",
  async open(deps, caller, id) {
    const item = await itemAt(deps, caller, id);
    if (!item) return GONE;
    return {
      ...item.form,
      says: [
        "It leaves the page for so long, for all your colleagues too. The page can show what is put off.",
        "Where the same happens again meanwhile, it comes back at once.",
      ],
      fields: [choice("days", "For how long", PERIODS, "1")],
      read: (values) =>
        item.mark({
          putOffUntil: values.days === "0" ? null : later(deps.now(), Number(values.days) * DAY_MS),
        }),
    };
  },
};

/** Of an operator, who has found out what happened: `jobs -- resolve` does the same. */
const settle: SetUpAction = {
  part: "attention",
  key: "settle",
  title: "Settle the alert",
  permission: "settle_alert",
  records: "alert",
  async open({ db, now }, caller, id) {
    const item = await attentionItem(db, caller, id);
    if (!item || !isAlert(item.kind)) return GONE;
    const alertId = idFromUuid("alt", id.slice(id.indexOf(".") + 1));
    return {
      about: aboutOf(item),
      what: alertId,
      before: { alert: item.name },
      says: [
        "The alert is closed. Of a charge, it is not raised again: you say that you have dealt with it.",
        "No money moves.",
      ],
      read: () => async () => {
        const alert = await resolveAlert(db, alertId, "operator", now());
        return { after: { resolved_at: alert?.resolvedAt } };
      },
    };
  },
};

export const ATTENTION_ACTIONS: readonly SetUpAction[] = [assign, putOff, settle];
