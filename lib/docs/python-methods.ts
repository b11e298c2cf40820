/**
 * What each operation is called in the Python client: its methods and the reference's examples are made by this table. One
 * that is deprecated has no method: `request` reaches it.
 */
export const PYTHON_METHODS: Readonly<Record<string, string>> = {
  getEnvironment: "environment",
  getOpenApi: "openapi",
  createCheckout: "checkouts.create",
  quotePlan: "checkouts.quote",
  getCheckout: "checkouts.retrieve",
  listCheckouts: "checkouts.list",
  confirmCheckout: "checkouts.confirm",
  cancelCheckout: "checkouts.cancel",
  getAgreement: "checkouts.agreement",
  issueCheckoutToken: "checkouts.issue_token",
  getEvent: "events.retrieve",
  listEvents: "events.list",
  listWebhookDeliveries: "deliveries.list",
  createWebhookEndpoint: "webhook_endpoints.create",
  getWebhookEndpoint: "webhook_endpoints.retrieve",
  listWebhookEndpoints: "webhook_endpoints.list",
  updateWebhookEndpoint: "webhook_endpoints.update",
  deleteWebhookEndpoint: "webhook_endpoints.delete",
  rotateWebhookSecret: "webhook_endpoints.rotate_secret",
  testWebhookEndpoint: "webhook_endpoints.test",
  replayWebhookEvents: "webhook_endpoints.replay",
  authoriseDirectDebitInSandbox: "sandbox.authorise_direct_debit",
  expireInSandbox: "sandbox.expire",
  resolveChargeInSandbox: "sandbox.resolve_charge",
  sendEventInSandbox: "sandbox.send_event",
  resetInSandbox: "sandbox.reset",
  listSandboxRequests: "sandbox.requests",
  listSandboxCharges: "sandbox.charges",
};

/** @throws Error for an operation that the table lacks */
export function pythonMethodOf(operationId: string): string {
  const name = PYTHON_METHODS[operationId];
  if (!name)
    throw new Error(`The operation ${operationId} has no name in Python yet: lib/docs/python-methods.ts`);
  return name;
}
