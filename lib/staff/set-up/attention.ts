import { DAY_MS, later } from "../../../packages/dates/time";
import { present } from "../../../packages/text/narrow";
import { resolveAlert } from "../../db/alerts";
import { findColleagues } from "../../db/staff";
import { type AttentionKind, markAttention } from "../../db/staff-attention";
import { idFromUuid } from "../../domain/ids";
import { attentionItem } from "../attention";
import type { StaffCaller } from "../caller";
import { demand } from "../permissions";
import type { SetUpAction, SetUpDeps, SetUpField } from "./action";
import { changed } from "./change";

const GONE = { notice: "This does not need attention any more." };

/** Of whom the operator of the service was told. */
export const isAlert = (kind: AttentionKind): boolean => kind === "alert" || kind === "payout";

type Item = NonNullable<Awaited<ReturnType<typeof attentionItem>>>;

const aboutOf = ({ title, name, details }: Item) => [title, name, details].filter(Boolean).join(": ");

async function mark(
  action: SetUpAction,
  deps: SetUpDeps,
  caller: StaffCaller,
  id: string,
  reason: string,
  change: { owner: string | null } | { putOffUntil: Date | null },
) {
  const item = await attentionItem(deps.db, caller, id);
  if (!item) return { errors: {} };
  const { owner, putOffUntil, since } = item;
  const before = { owner, put_off_until: putOffUntil };
  return changed(deps, caller, action, { what: `${item.title}, ${id}`, reason, before }, async () => {
    const now = { owner, putOffUntil, ...change };
    await markAttention(deps.db, { providerId: caller.provider.id, item: id, since, ...now });
    return { after: { owner: now.owner, put_off_until: now.putOffUntil }, result: null };
  });
}

const assign: SetUpAction = {
  part: "attention",
  key: "assign",
  title: "Assign to somebody",
  permission: "note",
  records: "alert",
  async open({ db }, caller, id) {
    demand(caller, "note");
    const item = await attentionItem(db, caller, id);
    if (!item) return GONE;
    const colleagues = await findColleagues(db, caller.provider.id);
    const names = [...new Set([caller.name, ...colleagues.map(({ name }) => name)])];
    const owner: SetUpField = {
      name: "owner",
      label: "Who looks after it",
      type: "choice",
      options: [{ value: "", label: "Nobody" }, ...names.map((name) => ({ value: name, label: name }))],
      value: item.owner ?? caller.name,
    };
    return {
      about: aboutOf(item),
      says: ["Your colleagues see the name beside it. Nobody is told by email."],
      fields: [owner],
    };
  },
  async act(deps, caller, id, { owner = "" }, reason) {
    demand(caller, "note");
    return mark(assign, deps, caller, id, reason, { owner: owner || null });
  },
};

const putOff: SetUpAction = {
  part: "attention",
  key: "put_off",
  title: "Put off",
  permission: "note",
  records: "alert",
  async open({ db }, caller, id) {
    demand(caller, "note");
    const item = await attentionItem(db, caller, id);
    if (!item) return GONE;
    return {
      about: aboutOf(item),
      says: [
        "It leaves the page for so long, for all your colleagues too. The page can show what is put off.",
        "Where the same happens again meanwhile, it comes back at once.",
      ],
      fields: [
        {
          name: "days",
          label: "For how long",
          type: "choice",
          options: [
            { value: "1", label: "A day" },
            { value: "3", label: "3 days" },
            { value: "7", label: "7 days" },
            { value: "0", label: "Not any more: show it again" },
          ],
          value: "1",
        },
      ],
    };
  },
  async act(deps, caller, id, { days = "" }, reason) {
    demand(caller, "note");
    const putOffUntil = days === "0" ? null : later(deps.now(), Number(days) * DAY_MS);
    return mark(putOff, deps, caller, id, reason, { putOffUntil });
  },
};

/** Of an operator, who has found out what happened: `jobs -- resolve` does the same. */
const settle: SetUpAction = {
  part: "attention",
  key: "settle",
  title: "Settle the alert",
  permission: "settle_alert",
  records: "alert",
  async open({ db }, caller, id) {
    demand(caller, "settle_alert");
    const item = await attentionItem(db, caller, id);
    if (!item || !isAlert(item.kind)) return GONE;
    return {
      about: aboutOf(item),
      says: [
        "The alert is closed. Of a charge, it is not raised again: you say that you have dealt with it.",
        "No money moves.",
      ],
      fields: [],
    };
  },
  async act(deps, caller, id, _, reason) {
    demand(caller, "settle_alert");
    const item = present(await attentionItem(deps.db, caller, id), "item");
    const alertId = idFromUuid("alt", id.slice(id.indexOf(".") + 1));
    return changed(
      deps,
      caller,
      settle,
      { what: alertId, reason, before: { alert: item.name } },
      async () => {
        const alert = await resolveAlert(deps.db, alertId, "operator", deps.now());
        return { after: { resolved_at: alert?.resolvedAt }, result: null };
      },
    );
  },
};

export const ATTENTION_ACTIONS: readonly SetUpAction[] = [assign, putOff, settle];
