import { sha256 } from "../../crypto/api-key";
import type { PublishedText } from "../../db/provider-changes";
import { readLogo } from "../../provider/logo";
import { readPublished } from "../../provider/texts";
import { termsVersionFault, textFault } from "../../provider/values";
import { faultAt, faultsOf } from "./faults";
import { required } from "./fields";
import type { Setting } from "./setting";

export const logo: Setting = {
  key: "logo",
  heading: "Brand",
  title: "Change the logo",
  says: [
    "Your pages show it at once, 32 px high. One that is much wider than high stands in place of your name.",
  ],
  fields: () => [
    required("logo", "Logo", {
      hint: "A PNG, JPEG or WebP file of at most 200 KB. 80 px of height are plenty",
      type: "file",
    }),
  ],
  read(values) {
    const read = readLogo(bytesIn(values.logo));
    return "fault" in read ? faultAt("logo", read.fault) : { changes: {}, logo: read };
  },
  shows: ({ logoSha256, logoWidth, logoHeight }) => [
    { term: "Logo", value: logoSha256 ? `${logoWidth} × ${logoHeight} px, SHA-256 ${logoSha256}` : "None" },
  ],
};

export const noLogo: Setting = {
  key: "remove_logo",
  heading: "Brand",
  title: "Remove the logo",
  says: ["Your pages show your name in its place at once."],
  whyNot: (now) => (now.logoSha256 ? null : "There is no logo."),
  read: () => ({ changes: {}, logo: null }),
  shows: logo.shows,
};

/** A text of the provider's own in place of the sample. */
const published = (text: PublishedText, name: string): Setting => ({
  key: text,
  heading: "Texts",
  title: `Publish another text: ${name}`,
  says: [
    "Your pages show the text at once, in place of the earlier one or of the sample.",
    "What students accepted before keeps its version.",
  ],
  fields: () => [
    required("text", "Text", {
      hint: "A plain text file (UTF-8). Empty lines separate paragraphs",
      type: "file",
    }),
    required("version", "Version", { hint: "Such as 2027-01. A new text takes a new version" }),
  ],
  read(values) {
    const version = values.version ?? "";
    const read = readPublished(bytesIn(values.text));
    if ("fault" in read) return faultAt("text", read.fault);
    const wrong = faultsOf({ version: textFault(version) ?? termsVersionFault(version) });
    return wrong ?? { changes: { [text]: read.text, [`${text}Version`]: version } };
  },
  shows: (now) => [
    {
      term: name,
      value:
        now[text] === null
          ? "The sample"
          : `Version ${now[`${text}Version`]}, SHA-256 ${Buffer.from(sha256(now[text])).toString("hex")}`,
    },
  ],
});

export const texts = [
  published("terms", "Terms and Conditions"),
  published("privacy", "Privacy policy"),
  published("refunds", "Refund policy"),
];

const bytesIn = (base64 = ""): Uint8Array => Buffer.from(base64, "base64");
