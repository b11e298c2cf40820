import { present } from "../../../packages/text/narrow";
import { asTenant } from "../../db/as-tenant";
import type { Db } from "../../db/client";
import { REUSED_VERSION, reusedVersion, updateProvider } from "../../db/provider-changes";
import { findPortal, type ProviderRow } from "../../db/providers";
import { providerView } from "../../domain/provider-view";
import { dearerFault } from "../../provider/policy";
import type { StaffCaller } from "../caller";
import { demand } from "../permissions";
import type { SetUpAction } from "./action";
import { changedMeanwhile, faultsOf } from "./faults";
import { logo, noLogo, texts } from "./file-settings";
import { atItsField } from "./limits";
import type { Setting } from "./setting";
import { accent, contact, emails, origins, policy, returnUrls } from "./settings";

/** There is one of each at a provider. */
const OWN = "own";

/** In the order of the page. */
const SETTINGS: readonly Setting[] = [
  ...[contact, origins, returnUrls, accent, logo, noLogo],
  ...texts,
  ...[emails, policy],
];

/** A provider with its courses. */
export async function ownPortal({ db }: { db: Db }, { provider: { id, code } }: StaffCaller) {
  return present(await asTenant(db, id, (tx) => findPortal(tx, code)), "provider");
}

export async function readDetails(deps: { db: Db }, caller: StaffCaller) {
  demand(caller, "set_up");
  const { provider } = await ownPortal(deps, caller);
  const headings = [...new Set(SETTINGS.map(({ heading }) => heading))];
  return {
    provider: providerView(provider),
    timeZone: provider.timeZone,
    parts: headings.map((heading) => {
      const ofIt = SETTINGS.filter((one) => one.heading === heading);
      return {
        heading,
        shown: ofIt.flatMap((one) => (one === noLogo ? [] : one.shows(provider))),
        forms: ofIt.map(({ key, title }) => ({ path: `${OWN}/${key}`, title })),
      };
    }),
  };
}

const actionOf = (setting: Setting): SetUpAction => ({
  part: "details",
  key: setting.key,
  title: setting.title,
  async open(deps, caller, id) {
    if (id !== OWN) return null;
    const { provider, courses } = await ownPortal(deps, caller);
    const notice = setting.whyNot?.(provider) ?? null;
    if (notice !== null) return { notice };
    return {
      what: provider.code,
      before: recordOf(setting, provider),
      says: setting.says,
      fields: setting.fields?.(provider),
      read(values) {
        const read = setting.read(values);
        if ("errors" in read) return read;
        const { changes, ...logo } = read;
        const dearer = dearerFault(courses, changes.highestPriceCents);
        const wrong = faultsOf({
          ...(dearer && atItsField(dearer)),
          version: reusedVersion(provider, changes) ? REUSED_VERSION : null,
        });
        return (
          wrong ??
          (async () => {
            const after = await updateProvider(deps.db, provider.code, changes, logo);
            if (after === null || typeof after === "string") throw changedMeanwhile();
            return { after: recordOf(setting, after) };
          })
        );
      },
    };
  },
});

const recordOf = (setting: Setting, row: ProviderRow) =>
  Object.fromEntries(setting.shows(row).map(({ term, value }) => [term, value]));

export const DETAILS_ACTIONS = SETTINGS.map(actionOf);
