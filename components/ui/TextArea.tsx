import type { ComponentProps } from "react";
import { BOX, describe, FieldFrame, type FieldMessages } from "./FieldFrame";

interface Props extends ComponentProps<"textarea">, FieldMessages {
  id: string;
  label: string;
}

/** A field of several lines. */
export const TextArea = ({ id, label, hint, error, rows = 3, ...rest }: Props) => (
  <FieldFrame id={id} label={label} hint={hint} error={error}>
    <textarea id={id} rows={rows} {...describe(id, { hint, error })} className={BOX} {...rest} />
  </FieldFrame>
);
