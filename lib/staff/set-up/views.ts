import { addView, findViews, removeView } from "../../db/saved-views";
import type { StaffCaller } from "../caller";
import { filtersIn } from "../find";
import { can } from "../permissions";
import type { SetUpAction } from "./action";
import { faultAt } from "./faults";
import { required } from "./fields";

/** Of a provider, so that they fit above the list. */
const MAX_VIEWS = 20;
const MAX_NAME = 60;
const FULL = { notice: `There are ${MAX_VIEWS} saved views. Remove one first.` };

/** As a part of an address. */
export const viewId = (text: string): string => Buffer.from(text).toString("base64url");
const textOf = (id: string): string => Buffer.from(id, "base64url").toString();

/** Null where it filters and sorts nothing. */
const queryAt = (id: string) => filtersIn(Object.fromEntries(new URLSearchParams(textOf(id)))) || null;

const wordsOf = (query: string) =>
  [...new URLSearchParams(query)].map(([name, value]) => `${name}: ${value.replaceAll("_", " ")}`).join(", ");

/** Whoever named a view may remove it, and so may an admin. */
const mayRemove = ({ staffId, role }: StaffCaller, view: { staffId: string }): boolean =>
  can(role, "set_up") || (can(role, "note") && view.staffId === staffId);

/** What the list of enrolments shows of them. @param filters of the list; null for what somebody searched for */
export function viewsFor(
  caller: StaffCaller,
  views: Awaited<ReturnType<typeof findViews>>,
  filters: string | null,
) {
  const { code } = caller.provider;
  const addressAt = (text: string, key: string) => `/console/${code}/views/${viewId(text)}/${key}`;
  const isNew = filters && can(caller.role, "note") && !views.some(({ query }) => query === filters);
  return {
    views: views.map((view) => ({
      name: view.name,
      address: `/console/${code}?${view.query}`,
      isShown: view.query === filters,
      removeAddress:
        view.query === filters && mayRemove(caller, view) ? addressAt(view.name, "remove") : null,
    })),
    saveAddress: isNew ? addressAt(filters, "save") : null,
  };
}

const save: SetUpAction = {
  part: "views",
  key: "save",
  title: "Save this view",
  permission: "note",
  async open({ db }, { provider, staffId }, id) {
    const query = queryAt(id);
    if (query === null) return null;
    const views = await findViews(db, provider.id);
    if (views.length >= MAX_VIEWS) return FULL;
    return {
      about: wordsOf(query),
      what: ({ name = "" }) => name,
      says: [
        "All staff of the provider see the name above the list of enrolments, and can open the list with these filters and in this order.",
        "You and admins can remove it.",
      ],
      fields: [required("name", "Name", { max: MAX_NAME })],
      read({ name = "" }) {
        if (views.some((view) => view.name === name))
          return faultAt("name", "there is a view with this name");
        return async () => {
          await addView(db, { providerId: provider.id, name, query, staffId });
          return { after: { query }, path: `?${query}` };
        };
      },
    };
  },
};

const remove: SetUpAction = {
  part: "views",
  key: "remove",
  title: "Remove this view",
  permission: "note",
  async open({ db }, caller, id) {
    const views = await findViews(db, caller.provider.id);
    const view = views.find(({ name, staffId }) => name === textOf(id) && mayRemove(caller, { staffId }));
    if (!view) return null;
    const { name, query } = view;
    return {
      about: name,
      what: name,
      before: { query },
      says: ["Nobody at the provider has it above the list any more."],
      read: () => async () => {
        await removeView(db, caller.provider.id, name);
        return { after: null, path: "" };
      },
    };
  },
};

export const VIEW_ACTIONS: readonly SetUpAction[] = [save, remove];
