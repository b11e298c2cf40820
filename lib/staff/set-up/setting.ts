import type { LogoChanges, ProviderChanges } from "../../db/provider-changes";
import type { ProviderRow } from "../../db/providers";
import type { Faults, SetUpField, SetUpValues } from "./action";

interface Shown {
  term: string;
  value: string;
}

/** Some of a provider's settings: how the page shows them, and the form that changes them. */
export interface Setting {
  key: string;
  /** Of the page's part that shows it. */
  heading: string;
  title: string;
  says: readonly string[];
  /** Why it cannot be done now. */
  whyNot?(now: ProviderRow): string | null;
  fields?(now: ProviderRow): readonly SetUpField[];
  read(values: SetUpValues): Faults | ({ changes: ProviderChanges } & LogoChanges);
  /** On the page, and in the record of a change. */
  shows(now: ProviderRow): readonly Shown[];
}
