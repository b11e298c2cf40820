import { accentFault } from "../../../packages/colour/accent";
import { readText } from "../../../packages/text/text";
import {
  businessNumberFault,
  emailFault,
  originFault,
  returnUrlFault,
  textFault,
} from "../../provider/values";
import { faultsOf } from "./faults";
import { choice, optional, required } from "./fields";
import { limitFields, limitsShown, readLimits } from "./limits";
import type { Setting } from "./setting";

export const contact: Setting = {
  key: "contact",
  heading: "Contact",
  title: "Change the contact details",
  says: ["Your pages, emails and new agreements show them at once. Signed agreements stay as they are."],
  fields: (now) => [
    required("name", "Name", { value: now.name }),
    required("legal_name", "Legal name", { value: now.legalName }),
    required("email", "Email address", { value: now.email }),
    optional("phone", "Phone", { value: now.phone ?? "" }),
    optional("business_number", "ABN", { value: now.businessNumber ?? "" }),
  ],
  read({ name = "", legal_name = "", email: typed = "", phone = "", business_number = "" }) {
    const email = readText(typed, "plain", 500);
    const abn = readText(business_number, "digits", 20);
    const faults = {
      name: textFault(name),
      legal_name: textFault(legal_name),
      email: textFault(email) ?? emailFault(email),
      phone: phone && textFault(phone),
      business_number: abn && businessNumberFault(abn),
    };
    return (
      faultsOf(faults) ?? {
        changes: { name, legalName: legal_name, email, phone: phone || null, businessNumber: abn || null },
      }
    );
  },
  shows: (now) => [
    { term: "Name", value: now.name },
    { term: "Legal name", value: now.legalName },
    { term: "Email address", value: now.email || "None" },
    { term: "Phone", value: now.phone ?? "None" },
    { term: "ABN", value: now.businessNumber ?? "None" },
  ],
};

/** One a line. */
const list = ({
  label,
  hint,
  fault,
  of,
  column,
}: {
  label: string;
  hint: string;
  fault: (line: string) => string | null;
  of: Pick<Setting, "key" | "title" | "says">;
  column: "allowedOrigins" | "returnUrls";
}): Setting => ({
  ...of,
  heading: label,
  fields: (now) => [{ name: "lines", label, hint, type: "lines", value: now[column].join("\n") }],
  read({ lines = "" }) {
    const given = lines.split("\n").map((line) => readText(line, "plain", 500));
    const all = [...new Set(given.filter((line) => line !== ""))];
    const wrong = all.flatMap((line) => {
      const found = textFault(line) ?? fault(line);
      return found === null ? [] : [`${line}: ${found}`];
    });
    return wrong.length > 0 ? { errors: { lines: wrong.join(" ") } } : { changes: { [column]: all } };
  },
  shows: (now) => [{ term: label, value: now[column].join("\n") || "None" }],
});

export const origins = list({
  label: "Allowed origins",
  hint: "One a line, such as https://enrol.college.example",
  fault: originFault,
  of: {
    key: "origins",
    title: "Change the allowed origins",
    says: [
      "Only pages at these origins can embed the hosted page. This list replaces the earlier one.",
      "An origin that you leave out can no longer embed it.",
    ],
  },
  column: "allowedOrigins",
});

export const returnUrls = list({
  label: "Return addresses",
  hint: "One a line, such as https://college.example/enrolled. Any query is allowed later",
  fault: returnUrlFault,
  of: {
    key: "return_urls",
    title: "Change the return addresses",
    says: [
      "Students can return only to these addresses. This list replaces the earlier one.",
      "A new setup session with an address that you leave out is refused.",
    ],
  },
  column: "returnUrls",
});

export const accent: Setting = {
  key: "accent",
  heading: "Brand",
  title: "Change the colour",
  says: ["Links and buttons of your pages have this colour at once. On dark pages it is made lighter."],
  fields: (now) => [
    optional("accent", "Colour", {
      hint: "As #RRGGBB, such as #1B4F8F. Without one, your pages have ours",
      value: now.accent ?? "",
    }),
  ],
  read({ accent: typed = "" }) {
    const colour = readText(typed, "plain", 20);
    if (colour === "") return { changes: { accent: null } };
    const wrong = faultsOf({ accent: accentFault(colour) });
    return wrong ?? { changes: { accent: `#${colour.slice(1).toLowerCase()}` } };
  },
  shows: (now) => [{ term: "Colour", value: now.accent ?? "Ours" }],
};

export const emails: Setting = {
  key: "emails",
  heading: "Emails to students",
  title: "Turn emails to students on or off",
  says: ["When they are off, the service sends your students no email. Write to them yourself."],
  fields: (now) => [
    choice(
      "emails",
      "Emails to students",
      [
        ["on", "On"],
        ["off", "Off"],
      ],
      now.studentEmails ? "on" : "off",
    ),
  ],
  read: (values) => ({ changes: { studentEmails: values.emails === "on" } }),
  shows: (now) => [{ term: "Emails", value: now.studentEmails ? "On" : "Off" }],
};

export const policy: Setting = {
  key: "policy",
  heading: "Limits of plans",
  title: "Change the limits of plans",
  says: [
    "They hold for plans that are made from now on. Plans that were made before stay as they are.",
    "An empty field is no limit.",
  ],
  fields: limitFields,
  read(values) {
    const limits = readLimits(values);
    return "errors" in limits ? limits : { changes: limits };
  },
  shows: limitsShown,
};
