"use client";

import { type ReactNode, useEffect } from "react";
import { goOnByEnter, nameEnterKey } from "./enter-key";
import { Problems, type ShownField } from "./Problems";
import { entitle, focusProblems, followProblem } from "./problems-dom";
import type { FormOf } from "./use-form";

interface Props<N extends string> {
  of: FormOf<N>;
  /** In the order of the page. */
  fields: readonly ShownField<N>[];
  /** Below the notice. */
  problems?: ReactNode;
  className?: string;
  hidden?: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** A form with what is wrong above its fields. */
export function Form<N extends string>({
  of: { formProps, refusal },
  fields,
  problems,
  className = "space-y-6",
  hidden = {},
  children,
}: Props<N>) {
  const { errors, notice, attempt } = refusal;
  const form = formProps.ref;
  // With the page and with each attempt, and never while somebody corrects a field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks for focus again.
  useEffect(() => focusProblems(form.current), [attempt]);
  const isWrong = notice !== null || Object.values(errors).some((error) => error !== "");
  useEffect(() => {
    if (!isWrong) return;
    entitle(true);
    return () => entitle(false);
  }, [isWrong]);
  return (
    <form
      {...formProps}
      onClick={followProblem}
      onFocusCapture={nameEnterKey}
      onInput={nameEnterKey}
      onKeyDown={goOnByEnter}
      className={className}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Problems fields={fields} errors={errors} notice={notice}>
        {problems}
      </Problems>
      {children}
    </form>
  );
}
