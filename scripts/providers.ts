import { createProvider, listProviders, type Provider } from "../drizzle/tenants";
import { command, type Row, runCommands } from "./lib/commands/run";
import { environmentOfKeys } from "./lib/commands/settings";
import {
  businessNumberFault,
  codeFault,
  emailFault,
  originFault,
  returnUrlFault,
  timeZoneFault,
} from "./lib/commands/values";
import { Problem } from "./lib/problem.mjs";

/** Makes and lists providers. Each line that it prints is one provider as JSON. */

const create = command(
  {
    code: { value: "CODE", required: true, fault: codeFault },
    name: { value: "NAME", required: true },
    "legal-name": { value: "NAME" },
    email: { value: "ADDRESS", fault: emailFault },
    phone: { value: "NUMBER" },
    "business-number": { value: "ABN", fault: businessNumberFault },
    "time-zone": { value: "ZONE", fault: timeZoneFault },
    origin: { value: "ORIGIN", multiple: true, fault: originFault },
    "return-url": { value: "URL", multiple: true, fault: returnUrlFault },
    key: {},
  },
  (given) => async (db) => {
    const values = {
      code: given.code,
      name: given.name,
      legalName: given["legal-name"] ?? given.name,
      email: given.email ?? "",
      phone: given.phone,
      businessNumber: given["business-number"],
      timeZone: given["time-zone"],
      allowedOrigins: [...new Set(given.origin)],
      returnUrls: [...new Set(given["return-url"])],
    };
    const made = await createProvider(db, values, { keyFor: given.key ? environmentOfKeys() : null });
    if (!made) throw new Problem(`--code "${given.code}": there is a provider with this code. Take another.`);
    return [{ ...rowOf(made.provider), ...(made.apiKey && { api_key: made.apiKey }) }];
  },
);

const list = command({}, () => async (db) => (await listProviders(db)).map(rowOf));

function rowOf(one: Provider): Row {
  return {
    provider_code: one.code,
    name: one.name,
    legal_name: one.legalName,
    email: one.email,
    phone: one.phone,
    business_number: one.businessNumber,
    time_zone: one.timeZone,
    origins: one.allowedOrigins,
    return_urls: one.returnUrls,
    created_at: one.createdAt,
  };
}

await runCommands("providers", { create, list }, process.argv.slice(2));
