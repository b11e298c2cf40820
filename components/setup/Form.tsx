import type { ReactNode } from "react";
import { ErrorSummary } from "../ui/ErrorSummary";
import { Notice } from "../ui/Notice";
import type { Refusal } from "./refusal";

interface Props {
  refusal: Refusal;
  /** In the order of the page, each with the id of what its link in the summary leads to. */
  fields?: readonly (readonly [name: string, id: string])[];
  hidden: Readonly<Record<string, string>>;
  /** The page's script knows the rules of these answers. */
  isChecked?: true;
  children: ReactNode;
}

/** A plain form, which the browser posts to the page itself; the page's script, if it runs, posts it in place. */
export function SetupForm({ refusal, fields = [], hidden, isChecked, children }: Props) {
  const { errors, notice, noticeKind } = refusal;
  const wrong = fields.flatMap(([name, id]) => (errors[name] ? [{ id, message: errors[name] }] : []));
  return (
    <form
      method="post"
      encType="multipart/form-data"
      noValidate
      className="space-y-6"
      data-check={isChecked}
      data-fields={JSON.stringify(Object.fromEntries(fields))}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div data-problems className="empty:hidden">
        {wrong.length > 0 && <ErrorSummary errors={wrong} />}
        {notice !== null && (
          <div tabIndex={-1}>
            <Notice kind={noticeKind} role="alert">
              <p>{notice}</p>
            </Notice>
          </div>
        )}
      </div>
      {children}
      <p role="status" data-progress className="-mt-5 min-h-6 text-muted" />
    </form>
  );
}
