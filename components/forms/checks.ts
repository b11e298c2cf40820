import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import {
  createFormControl,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
} from "react-hook-form";

type Schema = Parameters<typeof standardSchemaResolver>[0];

/** Loads what a form's values must be; null where the server alone is to check them. */
export type Rules<T> = (values: T) => Promise<Schema | null>;

export type Checks<T extends FieldValues> = ReturnType<typeof checksOf<T>>;

/**
 * react-hook-form without its hooks: what a form holds, and which of it is wrong.
 * @param tell called at each change of what is wrong
 */
export function checksOf<T extends FieldValues>(
  values: T,
  rules: Rules<T>,
  tell: (now: FieldErrors<T>) => void,
) {
  const resolver: Resolver<T> = async (fields, ...given) => {
    const schema = await rules(fields);
    if (!schema) return { values: fields, errors: {} };
    // Cast, because a form's fields have looser types than its schema: anything may be typed.
    return (standardSchemaResolver(schema) as unknown as Resolver<T>)(fields, ...given);
  };
  const checks = createFormControl<T>({
    defaultValues: values as DefaultValues<T>,
    shouldFocusError: false,
    resolver,
  });
  checks.subscribe({
    formState: { errors: true },
    callback: ({ errors = {} }) => tell(errors),
  });
  return checks;
}
