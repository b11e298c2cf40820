import type { ReactNode } from "react";
import { ProblemNotice, Problems, type ShownField } from "../forms/Problems";

interface Props {
  errors?: Readonly<Record<string, string>>;
  notice?: string | null;
  fields?: readonly ShownField[];
  hidden: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** A plain form, which the browser posts to the page itself; the page's script, if it runs, posts it in place. */
export function SetupForm({ errors = {}, notice = null, fields = [], hidden, children }: Props) {
  return (
    <form method="post" encType="multipart/form-data" noValidate className="space-y-6">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Problems fields={fields} errors={errors} notice={notice} />
      {/* For the script, where no answer comes. */}
      <template data-unanswered>
        <ProblemNotice notice="" />
      </template>
      {children}
      <p role="status" data-progress className="-mt-5 min-h-6 text-muted" />
    </form>
  );
}
