"use client";

import { useActionState } from "react";
import { entered } from "../../lib/contract/forms/read";
import { keysOf } from "../../packages/text/narrow";
import { failedCall, loadIfSamePage, noticeOf } from "./failed-call";
import { type FormAction, UNTRIED } from "./form-state";
import { type Answers, useForm } from "./use-form";

interface Options<N extends string> {
  action: FormAction;
  initial: Answers<N>;
  /** As of `useForm`; where they cannot be loaded, the server alone checks. */
  rules?: Parameters<typeof useForm<N>>[0]["rules"];
}

/** A form whose server action redirects, or returns what to correct. Until the page's script runs the browser posts it. */
export function useActionForm<N extends string>({ action, initial, rules }: Options<N>) {
  const [posted, post] = useActionState(action, UNTRIED);
  const names = keysOf(initial);
  const form = useForm<N>({
    initial,
    posted,
    read: (element) => entered(new FormData(element), names),
    rules: async (answers) => (await rules?.(answers).catch(() => null)) ?? null,
    async send(_, data) {
      const from = location.pathname;
      try {
        return await action(UNTRIED, data);
      } catch (error) {
        const failed = failedCall(error);
        if (failed !== "redirect") return { errors: {}, notice: noticeOf(failed, error) };
        loadIfSamePage(error, from);
        return null;
      }
    },
  });
  return { ...form, formProps: { ...form.formProps, action: post } };
}
