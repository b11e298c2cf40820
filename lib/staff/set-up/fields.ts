import type { SetUpField } from "./action";

type More = Partial<SetUpField>;

export const text = (name: string, label: string, more: More = {}): SetUpField => ({
  ...{ name, label, type: "text" },
  ...more,
});

export const required = (name: string, label: string, more: More = {}) =>
  text(name, label, { isRequired: true, ...more });

export const optional = (name: string, label: string, more: More = {}) =>
  text(name, `${label} (optional)`, more);

export const choice = (
  name: string,
  label: string,
  options: readonly (readonly [value: string, label: string])[],
  value?: string,
) => text(name, label, { type: "choice", options: optionsOf(options), value });

export const optionsOf = (labels: readonly (readonly [value: string, label: string])[]) =>
  labels.map(([value, label]) => ({ value, label }));

/** How long what is replaced still counts, in hours. */
export const overlap = (label: string) =>
  choice(
    "overlap",
    label,
    [
      ["0", "No time: it stops at once"],
      ["1", "An hour"],
      ["24", "A day"],
      ["168", "7 days"],
    ],
    "24",
  );
