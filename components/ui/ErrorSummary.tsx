import type { MouseEvent, Ref } from "react";

interface Props {
  errors: readonly { id: string; message: string }[];
  ref?: Ref<HTMLDivElement>;
  /** Without it, as without a script, the links only lead there. */
  onFollow?(event: MouseEvent, id: string): void;
}

/** A form's errors above it, each a link to its field. */
export function ErrorSummary({ errors, ref, onFollow }: Props) {
  return (
    <div ref={ref} tabIndex={-1} className="rounded border-2 border-error bg-error-tint p-4 sm:p-5">
      <div role="alert" className="space-y-2">
        <h2 className="text-lg">There is a problem</h2>
        <ul className="space-y-1">
          {errors.map(({ id, message }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={onFollow && ((event) => onFollow(event, id))}
                className="wrap-anywhere inline-block py-1 font-medium text-error"
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
