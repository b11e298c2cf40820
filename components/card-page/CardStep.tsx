import type { CardPage } from "../../lib/card-page/view";
import { formatMoney } from "../../lib/domain/money";
import { CARD_SCHEMES } from "../../packages/cards/card-scheme";
import { CARD_NAMES } from "../card/answers";
import { type CardFieldProps, CardFieldset, codeHint } from "../card/CardFieldset";
import { CardMark } from "../card/CardMark";
import { NeedsJavaScript } from "../card/NeedsJavaScript";
import { TestCards } from "../card/TestCards";
import { Problems } from "../forms/Problems";
import { SetupForm } from "../setup/Form";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { ErrorText } from "../ui/FieldFrame";
import { Icon } from "../ui/Icon";

const ID = (name: string) => `card-${name}`;
const FIELDS = CARD_NAMES.map((name) => [name, ID(name)] as const);
/** Each with a text, so that each is drawn; the page's script has the words. */
const EVERY_ERROR = Object.fromEntries(CARD_NAMES.map((name) => [name, "…"]));

const CardInput = ({ field: _, ...rest }: CardFieldProps) => <Field {...rest} />;

/** The inputs have no names, so card details can only go to the capture script; the form sends the token that it makes. */
export function CardStep({ page, notice }: { page: CardPage; notice: string | null }) {
  const { provider, amountCents, name, card, isSandbox } = page;
  return (
    <SetupForm notice={notice} hidden={{ token: "" }}>
      <NeedsJavaScript />
      <div data-capture={card.publishableKey}>
        <CardFieldset
          input={CardInput}
          scheme={null}
          processorFields={
            card.cardFields === "own" ? null : <div data-processor-fields data-cents={amountCents} />
          }
          shared={(field) => ({ defaultValue: field === "name" ? name : undefined })}
        />
      </div>
      <p>
        By paying you accept the{" "}
        <a href={`/p/${provider.code}/terms`} target="_blank" rel="noopener">
          Terms and Conditions<span className="sr-only"> (opens in a new page)</span>
        </a>{" "}
        of {provider.name}.
      </p>
      {/* The page's script makes it work. */}
      <Button disabled>Pay {formatMoney(amountCents)}</Button>
      <p className="flex gap-2 text-muted">
        <Icon name="lock" className="mt-0.5" />
        Your card details go to the card gateway only. They are not kept here.
      </p>
      {isSandbox && card.hasTestCards && <TestCards />}
      <Templates />
    </SetupForm>
  );
}

/** What the page's script puts in its place. */
function Templates() {
  return (
    <>
      <template data-summary>
        <Problems fields={FIELDS} errors={EVERY_ERROR} notice={null} />
      </template>
      {CARD_NAMES.map((name) => (
        <template key={name} data-error={name}>
          <ErrorText id={ID(name)}>…</ErrorText>
        </template>
      ))}
      {[null, ...CARD_SCHEMES].map((scheme) => (
        <template key={scheme} data-scheme={scheme ?? ""} data-hint={codeHint(scheme)}>
          <CardMark scheme={scheme} />
        </template>
      ))}
    </>
  );
}
