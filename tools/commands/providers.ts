import {
  type LogoChanges,
  type ProviderChanges,
  REUSED_VERSION,
  TEXTS,
  updateProvider,
} from "../../lib/db/provider-changes";
import { findPortal, type ProviderRow } from "../../lib/db/providers";
import { brandOf } from "../../lib/domain/brand";
import { dearerFault, policyOf, policyWords } from "../../lib/provider/policy";
import {
  businessNumberFault,
  codeFault,
  emailFault,
  originFault,
  returnUrlFault,
  termsVersionFault,
  timeZoneFault,
} from "../../lib/provider/values";
import { accentFault } from "../../packages/colour/accent";
import { Problem } from "../../server/program/problem.mjs";
import { logoFrom, termsFrom } from "../command-line/files";
import { checkedPolicy, noProvider, POLICY, providerOf } from "../command-line/provider";
import { command, type Row, rowOf } from "../command-line/run";
import { environmentOfKeys } from "../command-line/settings";
import { emailsFault } from "../command-line/values";
import { createProvider, findProviders } from "../tenants/provider";

const CODE = { value: "CODE", required: true, fault: codeFault } as const;
/** What may be changed later. The code stands in addresses, and another time zone would move dates of signed plans. */
const DETAILS = {
  "legal-name": { value: "NAME" },
  email: { value: "ADDRESS", fault: emailFault },
  phone: { value: "NUMBER" },
  "business-number": { value: "ABN", fault: businessNumberFault },
  origin: { value: "ORIGIN", multiple: true, fault: originFault },
  "return-url": { value: "URL", multiple: true, fault: returnUrlFault },
  logo: { value: "FILE" },
  accent: { value: '"#1B4F8F"', fault: accentFault },
  terms: { value: "FILE" },
  "terms-version": { value: "VERSION", fault: termsVersionFault },
  privacy: { value: "FILE" },
  "privacy-version": { value: "VERSION", fault: termsVersionFault },
  refunds: { value: "FILE" },
  "refunds-version": { value: "VERSION", fault: termsVersionFault },
  emails: { value: "on|off", fault: emailsFault },
  policy: POLICY,
} as const;

const create = command(
  {
    code: CODE,
    name: { value: "NAME", required: true },
    "time-zone": { value: "ZONE", fault: timeZoneFault },
    ...DETAILS,
    key: {},
  },
  (given, settings) => {
    const values = {
      email: "",
      legalName: given.name,
      ...changesOf(given),
      name: given.name,
      code: given.code,
      timeZone: given["time-zone"],
      ...checkedPolicy(given.policy),
    };
    const also = {
      key: given.key ? { environment: environmentOfKeys(settings), label: "Command line" } : undefined,
      ...logoOf(given),
    };
    return async (db) => {
      const made = await createProvider(db, values, also);
      if (!made)
        throw new Problem(`--code "${given.code}": a provider with this code exists already. Use another.`);
      return [{ ...providerRow(made.provider), ...(made.apiKey && { api_key: made.apiKey }) }];
    };
  },
);

const list = command({}, () => async (db) => (await findProviders(db)).map(providerRow));

const update = command(
  {
    code: CODE,
    name: { value: "NAME" },
    ...DETAILS,
    "no-origin": {},
    "no-return-url": {},
    "no-logo": {},
    "no-accent": {},
  },
  (given) => {
    const both = (["origin", "return-url", "logo", "accent"] as const).filter(
      (name) => given[`no-${name}`] && given[name] !== undefined && given[name].length > 0,
    );
    if (both.length > 0)
      throw new Problem(both.map((name) => `--${name} and --no-${name}: take one.`).join("\n"));
    const logo: LogoChanges = given["no-logo"] ? { logo: null } : logoOf(given);
    const changes = {
      ...changesOf(given),
      ...(given.name !== undefined && { name: given.name }),
      ...(given["no-origin"] && { allowedOrigins: [] }),
      ...(given["no-return-url"] && { returnUrls: [] }),
      ...(given["no-accent"] && { accent: null }),
    };
    if (Object.keys({ ...changes, ...logo }).length === 0)
      throw new Problem("Say what to change. See `npm run providers -- update --help`.");
    return async (db) => {
      const before = await providerOf(db, given.code, "code");
      checkedPolicy(given.policy, before);
      const dearer = dearerFault(
        (await findPortal(db, before.code))?.courses ?? [],
        changes.highestPriceCents,
      );
      if (dearer) throw new Problem(`--policy: ${dearer}`);
      const changed = await updateProvider(db, given.code, changes, logo);
      if (!changed) throw noProvider("code", given.code);
      if (typeof changed === "string")
        throw new Problem(`--${changed}-version "${given[`${changed}-version`]}": ${REUSED_VERSION}`);
      return [providerRow(changed)];
    };
  },
);

type Details = {
  [N in keyof typeof DETAILS]: N extends "origin" | "return-url" | "policy" ? string[] : string | undefined;
};

/** Only what was given. A given list replaces the old one. */
function changesOf(given: Details): ProviderChanges {
  const texts = TEXTS.flatMap((name) => {
    const [file, version] = [given[name], given[`${name}-version`]];
    if ((file === undefined) !== (version === undefined))
      throw new Problem(`--${name} and --${name}-version go together: a new text needs a new version.`);
    return file === undefined
      ? []
      : [
          [name, termsFrom(name, file)],
          [`${name}Version`, version],
        ];
  });
  const all: ProviderChanges = {
    legalName: given["legal-name"],
    email: given.email,
    phone: given.phone,
    businessNumber: given["business-number"],
    allowedOrigins: given.origin.length > 0 ? [...new Set(given.origin)] : undefined,
    returnUrls: given["return-url"].length > 0 ? [...new Set(given["return-url"])] : undefined,
    accent: given.accent && `#${given.accent.slice(1).toLowerCase()}`,
    ...Object.fromEntries(texts),
    studentEmails: given.emails === undefined ? undefined : given.emails === "on",
    ...policyOf(given.policy),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const logoOf = ({ logo }: Pick<Details, "logo">): LogoChanges =>
  logo === undefined ? {} : { logo: logoFrom("logo", logo) };

function providerRow(one: ProviderRow): Row {
  return {
    provider_code: one.code,
    ...rowOf(one, "name", "legalName", "email", "phone", "businessNumber", "timeZone"),
    origins: one.allowedOrigins,
    return_urls: one.returnUrls,
    logo: brandOf(one).logo?.src ?? null,
    ...rowOf(one, "accent", "termsVersion", "privacyVersion", "refundsVersion", "studentEmails"),
    policy: policyWords(one),
    created_at: one.createdAt,
  };
}

export const PROVIDERS = { create, list, update };
