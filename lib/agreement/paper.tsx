import { Paper, type PaperProps } from "../../packages/pdf/paper";
import { SAMPLE_NOTICE } from "../domain/wording";
import type { PrintedModel } from "./model";

const TEST = {
  strong: "TEST – NOT BINDING.",
  text: "Made in the test environment. No money moves and nobody is bound by it.",
};

interface Props extends Pick<PaperProps, "title" | "subject" | "at" | "tags" | "children"> {
  model: Pick<PrintedModel, "environment" | "provider" | "reference">;
}

export function ProvidersPaper({ model, ...props }: Props) {
  return (
    <Paper
      {...props}
      author={model.provider.name}
      reference={model.reference}
      notice={SAMPLE_NOTICE}
      band={model.environment === "sandbox" ? TEST : null}
    />
  );
}
