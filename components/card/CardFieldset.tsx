import type { ComponentType, ReactNode } from "react";
import { type CardScheme, securityCodeLength } from "../../packages/cards/card-scheme";
import type { FieldProps } from "../ui/Field";
import type { CardName } from "./answers";
import { CardMark } from "./CardMark";

export type CardFieldProps = FieldProps & { field: CardName };

interface Props {
  /** Draws a field; without a `name`, so that no form can send it. */
  input: ComponentType<CardFieldProps>;
  /** Of the number as far as it is typed. */
  scheme: CardScheme | null;
  shared: (name: CardName) => Pick<FieldProps, "error" | "defaultValue">;
  /** Where the processor draws its own fields, below its wallets, which need no name; else the number is typed into ours. */
  processorFields?: ReactNode;
}

/** The group of a card's fields: in the portal's card step and on the hosted card page. */
export function CardFieldset({ input: Input, scheme, shared, processorFields }: Props) {
  const field = (name: CardName) => ({ field: name, id: `card-${name}`, "data-name": name, ...shared(name) });
  return (
    <fieldset className="@container min-w-0">
      <legend className="sr-only">Card</legend>
      {/* One box, where very large letters leave room for its edge. */}
      <div className="space-y-4 border-divider @min-[12rem]:rounded @min-[12rem]:border @min-[12rem]:bg-surface @min-[12rem]:p-4 @min-[30rem]:p-5">
        {processorFields}
        <Input
          label="Name on card"
          autoComplete="cc-name"
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint={processorFields ? "done" : "next"}
          {...field("name")}
        />
        {!processorFields && (
          <>
            <Input
              label="Card number"
              inputMode="numeric"
              autoComplete="cc-number"
              enterKeyHint="next"
              className="tabular-nums"
              mark={<CardMark scheme={scheme} />}
              {...field("number")}
            />
            {/* Side by side where both have room, which larger text takes; their boxes in one line. */}
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] items-end gap-4">
              <Input
                label="Expiry date"
                hint="MM/YY"
                inputMode="numeric"
                autoComplete="cc-exp"
                enterKeyHint="next"
                className="tabular-nums"
                {...field("expiry")}
              />
              <Input
                label="Security code"
                hint={codeHint(scheme)}
                inputMode="numeric"
                autoComplete="cc-csc"
                enterKeyHint="done"
                className="tabular-nums"
                {...field("cvc")}
              />
            </div>
          </>
        )}
      </div>
    </fieldset>
  );
}

export const codeHint = (scheme: CardScheme | null) =>
  securityCodeLength(scheme) === 4 ? "4 digits on the front" : "3 digits on the back";
