import type { ReactNode } from "react";
import { Notice } from "../ui/Notice";

/** A field by its name, or with the id of what its link in the summary leads to. */
export type ShownField<N extends string = string> = N | readonly [name: N, id: string];

interface Props {
  /** In the order of the page. */
  fields: readonly ShownField[];
  errors: Readonly<Record<string, string>>;
  notice: string | null;
  /** Below the notice. */
  children?: ReactNode;
}

/** What is wrong with a form, above its fields: a summary whose lines lead to the fields, and what belongs to no field. */
export function Problems({ fields, errors, notice, children }: Props) {
  const lines = fields.flatMap((field) => {
    const [name, id] = typeof field === "string" ? [field, field] : field;
    return errors[name] ? [{ id, message: errors[name] }] : [];
  });
  return (
    <div data-problems className="space-y-6 empty:hidden">
      {lines.length > 0 && (
        <div tabIndex={-1} className="rounded border-2 border-error bg-error-tint p-4 sm:p-5">
          <div role="alert" className="space-y-2">
            <h2 className="text-lg">There is a problem</h2>
            <ul className="space-y-1">
              {lines.map(({ id, message }) => (
                <li key={id}>
                  <a href={`#${id}`} className="wrap-anywhere inline-block py-1 font-medium text-error">
                    {message}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {notice !== null && <ProblemNotice notice={notice}>{children}</ProblemNotice>}
    </div>
  );
}

export function ProblemNotice({ notice, children }: Pick<Props, "children"> & { notice: string }) {
  return (
    <div tabIndex={-1}>
      <Notice kind="error" role="alert">
        <p>{notice}</p>
        {children}
      </Notice>
    </div>
  );
}
