import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CardFieldset } from "./CardFieldset";

test("a processor's wallets and fields come before the name, which only a typed card needs", () => {
  const markup = renderToStaticMarkup(
    <CardFieldset
      input={({ label }) => <p>{label}</p>}
      scheme={null}
      shared={() => ({})}
      processorFields={<p>Wallets and fields</p>}
    />,
  );
  expect(
    markup
      .replace(/<[^>]*>/g, " ")
      .trim()
      .split(/\s{2,}/),
  ).toEqual(["Card", "Wallets and fields", "Name on card"]);
});
