import { Field, type FieldProps } from "./Field";

/** A day, with the calendar that the browser brings. Its value is "YYYY-MM-DD". */
export function DateField({ width = "10", ...rest }: FieldProps) {
  return <Field {...rest} width={width} type="date" />;
}
