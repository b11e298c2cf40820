"use client";

import { useRef, useState } from "react";
import type { FieldErrors, FieldValues, Path } from "react-hook-form";
import type { Checks, Rules } from "./checks";

export type LateForm<T extends FieldValues> = ReturnType<typeof useLateForm<T>>;

/** What a form holds and what is wrong with it. What checks it is loaded at the form's first touch (D-240). */
export function useLateForm<T extends FieldValues>(initial: T, rules: Rules<T>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<T>>({});
  const [isSubmitting, setSubmitting] = useState(false);
  // For what happens between two drawings.
  const now = useRef({ values, rules, errors });
  now.current.rules = rules;
  const loading = useRef<Promise<Checks<T>> | null>(null);
  const loaded = useRef<Checks<T> | null>(null);

  function tell(told: FieldErrors<T>): void {
    now.current.errors = told;
    setErrors(told);
  }

  function load(): Promise<Checks<T>> {
    loading.current ??= import("./checks").then(({ checksOf }) => {
      loaded.current = checksOf<T>(now.current.values, (fields) => now.current.rules(fields), tell);
      return loaded.current;
    });
    loading.current.catch(() => {
      loading.current = null;
    });
    return loading.current;
  }

  /** Where the field `corrected` is wrong, it is checked again: a field that is not may be wrong until it is whole. */
  function change(part: Partial<T>, corrected?: Path<T>): void {
    for (const [name, value] of Object.entries(part)) {
      if (value === now.current.values[name]) continue;
      now.current.values = { ...now.current.values, [name]: value };
      loaded.current?.setValue(name as Path<T>, value);
    }
    setValues(now.current.values);
    if (corrected && now.current.errors[corrected]) loaded.current?.trigger(corrected);
  }

  return {
    values,
    errors,
    isSubmitting,
    change,
    /** At the first touch, so that nobody waits for it on submit. */
    warmUp(): void {
      if (loading.current) return;
      load().catch(() => {});
      rules(now.current.values).catch(() => {});
    },
    isWarm: () => loaded.current !== null,
    setError(name: Path<T>, message: string): void {
      loaded.current?.setError(name, { message });
    },
    /** As if it had never been sent, with these values. */
    reset(given: T): void {
      loading.current = loaded.current = null;
      tell({});
      change(given);
    },
    /** Rejects where what checks it cannot be loaded. */
    async submit(onValid: (values: T) => Promise<void>, onInvalid: () => void): Promise<void> {
      setSubmitting(true);
      try {
        const checks = await load();
        let isValid = true;
        await checks.handleSubmit(onValid as never, () => {
          isValid = false;
        })();
        // Once what is wrong has been told.
        if (!isValid) onInvalid();
      } finally {
        setSubmitting(false);
      }
    },
  };
}
