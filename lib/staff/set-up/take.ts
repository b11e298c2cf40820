import { type Clock, timed, type Untimed } from "../../../packages/dates/time";
import { hasControlCharacters, isLonger, readText } from "../../../packages/text/text";
import { forTenant } from "../../db/as-tenant";
import { readClock } from "../../db/clock";
import { CheckoutError } from "../../domain/errors";
import { isId, newId } from "../../domain/ids";
import { readReason, reasonFault } from "../actions/typed";
import { recorded } from "../acts";
import { readAct } from "../audit";
import type { StaffCaller } from "../caller";
import { refuse, type Shown, type StaffResult } from "../context";
import { can, demand } from "../permissions";
import type { SetUpDeps, SetUpField, SetUpPart, SetUpValues } from "./action";
import { endpointAt } from "./endpoints";
import { Refused } from "./faults";
import { permissionOf, setUpActionOf } from "./table";

/** Of what, in the page's address. */
export interface SetUpPlace {
  part: string;
  id: string;
  key: string;
}

/** Of the page of a change, or of the page with what can be changed. */
export const addressOf = (code: string, { part, id, key }: Partial<SetUpPlace>): string =>
  part === "views" && key === undefined
    ? `/console/${code}`
    : [`/console/${code}${isApart(part) ? "" : "/set-up"}/${part}`, id, key].filter(Boolean).join("/");

/** Pages of their own, beside the set-up. */
const isApart = (part: string | undefined) => part === "attention" || part === "views";

/** More than a form may have: normalising longer text would take long. */
const MAX_TEXT = 65_536;

async function open(untimed: Untimed<SetUpDeps>, caller: StaffCaller, { part, id, key }: SetUpPlace) {
  const action = setUpActionOf(caller, part, key);
  if (!action || (action.isNew ?? false) !== (id === "new")) return null;
  demand(caller, permissionOf(action));
  const now: Clock = untimed.now ?? (await readClock(untimed.db));
  // Whoever is staff here may be staff elsewhere too, which decides what is done with them.
  const all = timed(untimed, now);
  const deps = part === "staff" ? all : forTenant(all, caller.provider.id);
  const form = await action.open(deps, caller, id);
  return form && { deps, action, form };
}

/** The page of a change. Null for one that is not the caller's, and for what their provider does not have. */
export async function openSetUp(deps: Untimed<SetUpDeps>, caller: StaffCaller, place: SetUpPlace) {
  const opened = await open(deps, caller, place);
  return opened && { title: opened.action.title, form: opened.form, act: newId("act") };
}

/** Pages of the set-up that everybody at the provider sees. */
const OPEN_PARTS: readonly string[] = ["endpoints", "requests", "go-live"] satisfies SetUpPart[];

/** Whether an address of the set-up is not the caller's, or leads to nothing. */
export async function isSetUpLost(
  deps: Untimed<SetUpDeps>,
  caller: StaffCaller,
  path: string,
): Promise<boolean> {
  const [, part = "", id = "", key] =
    /^\/console\/[^/]+(?:\/set-up)?\/([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
  if (key !== undefined) return (await open(deps, caller, { part, id, key })) === null;
  if (part === "endpoints" && id !== "") return (await endpointAt(deps.db, caller, id)) === null;
  return !can(caller.role, OPEN_PARTS.includes(part) ? "read" : "set_up");
}

/** Makes a change. Null as above. */
export async function takeSetUp(
  untimed: Untimed<SetUpDeps>,
  caller: StaffCaller,
  place: SetUpPlace,
  { reason: typed = "", act: sentId = "", ...sent }: SetUpValues,
): Promise<StaffResult | null> {
  // The same form, sent twice, does nothing the second time. What was refused may be asked for again.
  const known = await readAct(untimed, caller, sentId);
  if (known && known.outcome.step !== "refused") return leadTo(caller, `/acts/${known.id}`);
  const formId = !known && isId("act", sentId) ? sentId : newId("act");
  const opened = await open(untimed, caller, place);
  if (!opened) return null;
  const { action, form } = opened;
  if ("notice" in form) return refuse({}, form.notice);
  const { fields = [], what, before } = form;
  const values = readValues(fields, sent);
  const kept = keptOf(fields, values);
  const reason = readReason(typed);
  const fault = reasonFault(reason);
  const errors = { ...faultsIn(fields, values), ...(fault && { reason: fault }) };
  if (Object.keys(errors).length > 0) return refuse(errors, null, kept);
  try {
    const work = await form.read(values);
    if ("errors" in work) return refuse(work.errors, null, kept);
    const subject = `${action.title}: ${typeof what === "string" ? what : what(values)}`;
    const records = action.records ?? "set_up";
    const act = { actId: formId, action: records, checkoutId: null, subject, reason, before };
    const { actId, result } = await recorded(opened.deps, caller, act, async () => {
      const { after, ...result } = await work();
      return { after, result };
    });
    return leadTo(caller, result?.path ?? `/acts/${actId}`, result?.shown);
  } catch (error) {
    if (error instanceof Refused) return refuse(error.errors, null, kept);
    if (!(error instanceof CheckoutError)) throw error;
    return refuse({}, error.message, kept);
  }
}

const leadTo = ({ provider }: StaffCaller, path: string, shown?: readonly Shown[]): StaffResult => ({
  ...{ ok: true, cookies: [], to: `/console/${provider.code}${path}` },
  ...(shown && { shown }),
});

function readValues(fields: readonly SetUpField[], sent: SetUpValues): SetUpValues {
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const typed = sent[name] ?? "";
      if (type === "choice" || type === "checks" || type === "file") return [name, typed];
      const lines = type === "lines" ? typed.split(/\r\n?|\n/) : [typed];
      return [
        name,
        lines
          .map((line) => readText(line, "words", MAX_TEXT))
          .join("\n")
          .trim(),
      ];
    }),
  );
}

const keptOf = (fields: readonly SetUpField[], values: SetUpValues): SetUpValues =>
  Object.fromEntries(
    fields
      .filter(({ type }) => type !== "secret" && type !== "file")
      .map(({ name }) => [name, values[name] ?? ""]),
  );

/** What no use case has to look for. */
function faultsIn(fields: readonly SetUpField[], values: SetUpValues): Record<string, string> {
  const faults = fields.map((field) => [field.name, faultOf(field, values[field.name] ?? "")] as const);
  return Object.fromEntries(faults.flatMap(([name, fault]) => (fault === null ? [] : [[name, fault]])));
}

const EMPTY: Partial<Record<SetUpField["type"], string>> = {
  checks: "choose at least one",
  file: "choose a file",
};

function faultOf(
  { type, label, options = [], isRequired, max = MAX_TEXT }: SetUpField,
  value: string,
): string | null {
  const isOption = (one: string) => options.some((option) => option.value === one);
  if (type === "choice") return isOption(value) ? null : `${label}: choose one`;
  if (value === "") return isRequired ? `${label}: ${EMPTY[type] ?? "fill this in"}` : null;
  if (type === "file") return null;
  if (type === "checks") return value.split("\n").every(isOption) ? null : `${label}: choose from the list`;
  if (isLonger(value, max)) return `${label} must be ${max} characters or fewer`;
  return value.split("\n").some(hasControlCharacters) ? `${label}: leave out control characters` : null;
}
