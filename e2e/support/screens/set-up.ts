import { eq } from "drizzle-orm";
import { requestLog, webhookEndpoint } from "../../../drizzle/schema";
import { createVault } from "../../../lib/crypto/vault";
import { findAccounts } from "../../../lib/db/gateway-accounts";
import { findProvider } from "../../../lib/db/providers";
import type { Id } from "../../../lib/domain/ids";
import { makeAccount } from "../accounts";
import { REASON } from "../acting";
import { showEverything } from "../go-live";
import { until } from "../poll";
import { database } from "../provider";
import { payNow } from "../scenes";
import { sharedStack } from "../shared";
import { addMember } from "../staff";
import { logDelivery, makeEndpoint } from "../webhooks";
import { signIn } from "./console";
import { refused, type Screen, screen, type Visit } from "./screen";

const findRequest = async (id: string | null) =>
  (
    await database()
      .select()
      .from(requestLog)
      .where(eq(requestLog.id, id as Id<"req">))
  )[0];

/** A page of the set-up, as an admin sees it. */
const setUp = (
  name: string,
  title: string,
  path: string | ((visit: Visit) => Promise<string>),
  then: (visit: Visit) => Promise<void> = async () => {},
): Screen =>
  screen(`console, set-up, ${name}`, `${title} – Console`, async (visit) => {
    await signIn(visit, "admin");
    const to = typeof path === "string" ? path : await path(visit);
    await visit.page.goto(`/console/${visit.provider.code}/set-up${to}`);
    await then(visit);
  });

/** An endpoint that fails, with a delivery in its log. */
async function delivered({ api, provider }: Visit) {
  const { endpoint_id: id } = await makeEndpoint(api, { description: "Enrolment system" });
  await payNow(api, provider);
  const { body } = await api.get("/v1/events?limit=1");
  const at = (await findProvider(database(), provider.code))!;
  const delivery = await logDelivery(at, id, body.data[0].id, { status: 500, body: "<h1>Fault</h1>" });
  await database()
    .update(webhookEndpoint)
    .set({ failingSince: new Date(Date.now() - 3_600_000) })
    .where(eq(webhookEndpoint.id, id));
  return { id, delivery };
}

export const SET_UP_SCREENS: readonly Screen[] = [
  setUp("index", "Set up", ""),
  screen("console, something to put off", "Put off – Console", async (visit) => {
    const { page, provider } = visit;
    await delivered(visit);
    await signIn(visit);
    await page.goto(`/console/${provider.code}/attention`);
    await page.getByRole("link", { name: "Put off" }).first().click();
  }),
  setUp("API keys", "API keys", "/keys"),
  setUp("go-live, nothing shown", "Go-live checklist", "/go-live"),
  setUp("go-live, a forged certificate", "Go-live checklist", "/go-live?certificate=1.2026-11-28.x"),
  setUp("go-live, everything shown", "Go-live checklist", async (visit) => {
    await showEverything(visit.api, visit.provider);
    return "/go-live";
  }),
  setUp("requests, none", "Requests", "/requests?q=/v1/none"),
  setUp("requests", "Requests", async ({ api }) => {
    const lost = (await api.get("/v1/events/none")).headers.get("request-id");
    await until("it is logged", async () => (await findRequest(lost)) !== undefined);
    return "/requests";
  }),
  setUp("a key to issue, refused", "Error: Issue an API key", "/keys/new/issue", (visit) =>
    refused(visit, "Issue an API key"),
  ),
  setUp("a key that was issued", "Issue an API key", "/keys/new/issue", async ({ page }) => {
    await page.getByLabel("Label").fill("Enrolment website");
    await page.getByLabel("Reason").fill(REASON);
    await page.getByRole("button", { name: "Issue an API key" }).click();
    await page.getByRole("link", { name: "I have copied it" }).waitFor();
  }),
  setUp("no webhook endpoint", "Webhook endpoints", "/endpoints"),
  setUp("webhook endpoints", "Webhook endpoints", async (visit) => {
    await delivered(visit);
    return "/endpoints";
  }),
  setUp("an endpoint to add, refused", "Error: Add an endpoint", "/endpoints/new/add", (visit) =>
    refused(visit, "Add an endpoint"),
  ),
  setUp(
    "a webhook endpoint",
    "Webhook endpoint",
    async (visit) => `/endpoints/${(await delivered(visit)).id}`,
  ),
  setUp("a delivery", "Webhook endpoint", async (visit) => {
    const { id, delivery } = await delivered(visit);
    return `/endpoints/${id}?delivery=${delivery}`;
  }),
  setUp("events to send again", "Send events of a period again", async (visit) => {
    return `/endpoints/${(await delivered(visit)).id}/replay`;
  }),
  setUp("details", "Details", "/details"),
  setUp("limits of plans to change", "Change the limits of plans", "/details/own/policy"),
  setUp("a logo to change, refused", "Error: Change the logo", "/details/own/logo", (visit) =>
    refused(visit, "Change the logo"),
  ),
  setUp("no logo to remove", "Remove the logo", "/details/own/remove_logo"),
  setUp("origins to change", "Change the allowed origins", "/details/own/origins"),
  setUp("courses", "Courses", "/courses"),
  setUp("a course to add, refused", "Error: Add a course", "/courses/new/add", (visit) =>
    refused(visit, "Add a course"),
  ),
  setUp("staff", "Staff", async ({ provider }) => {
    const { id: providerId } = (await findProvider(database(), provider.code))!;
    await addMember({ providerId, role: "viewer" });
    return "/staff";
  }),
  setUp("a colleague to invite, refused", "Error: Invite a colleague", "/staff/new/invite", (visit) =>
    refused(visit, "Invite a colleague"),
  ),
  setUp("no processor account", "Processor accounts", "/accounts"),
  setUp("processor accounts", "Processor accounts", async ({ provider }) => {
    const { id } = (await findProvider(database(), provider.code))!;
    const vault = createVault(sharedStack().appKeys);
    // A screen may be opened several times.
    if ((await findAccounts(database(), id)).length === 0)
      await makeAccount({ db: database(), vault }, { id }, ["unused-secret"]);
    return "/accounts";
  }),
  setUp("an account to add, refused", "Error: Add a processor account", "/accounts/new/add", (visit) =>
    refused(visit, "Add a processor account"),
  ),
];
