import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { AgreementText } from "./AgreementText";

it("an address that the file links is a link on the page", () => {
  const address = "https://pay.example/p/college/link";
  const parts = [
    {
      as: "P",
      parts: [
        { as: "Span", text: "Get a new link at" },
        { as: "Link", text: address },
      ],
    },
  ] as const;
  const drawn = renderToStaticMarkup(
    <AgreementText parts={parts.map((part) => ({ ...part, parts: [...part.parts] }))} />,
  );
  expect(drawn).toContain(`<a href="${address}"`);
  expect(drawn).toContain(`>${address}</a>`);
});
