import { readFileSync } from "node:fs";
import { inject } from "vitest";
import { operationsOf } from "../../lib/api/operations";
import { createVault } from "../../lib/crypto/vault";
import type { CheckoutStatus } from "../../lib/domain/states";
import type { Operation } from "../../lib/http/operation";
import { makeAccount } from "../support/accounts";
import { newCaller } from "../support/api";
import { type Body, merge, payNowBody, planBody } from "../support/bodies";
import { database } from "../support/provider";
import { IN_STATUS, type Scene, strangers } from "../support/scenes";
import type { Door } from "../support/stack";
import type { PublishedOperation } from "./document";
import { CASES, CONFIRM, CREATE, inEvery } from "./outcomes";
import type { Row, Setting } from "./row";
import { refundOf, SUBJECTS } from "./subjects";

export type { Row, Setting } from "./row";

/** A provider whose plans are collected. */
export async function setting(door?: Door): Promise<Setting> {
  const caller = await newCaller(door);
  const deps = { db: database(), vault: createVault(inject("stack").appKeys) };
  await makeAccount(deps, caller.provider, ["unused-secret"]);
  return caller;
}

const KEY: Partial<Record<Operation["access"], Row["key"]>> = { key: "needed", "optional-key": "optional" };

/** What follows from an operation's row. */
function rowMadeOf(operation: Operation): Row {
  const { access, scope, path, responses } = operation;
  const success = Number(Object.keys(responses).find((status) => status.startsWith("2")));
  const placeholder = path.match(/\{\w+\}/g)?.at(-1) ?? "";
  return {
    key: KEY[access] ?? "not looked at",
    scope,
    success,
    ...(placeholder === "{checkoutId}" && { on: "Awaiting Direct Debit", in: inEvery(success) }),
    ...SUBJECTS[placeholder],
    ...(operation.input.body && { body: () => exampleOf(operation) }),
  };
}

const { paths } = JSON.parse(readFileSync("openapi.json", "utf8"));

/** The first example of its body in the document. */
function exampleOf({ path, method }: Operation): Body {
  const { examples } = paths[path][method.toLowerCase()].requestBody.content["application/json"];
  return Object.values<{ value: Body }>(examples)[0]!.value;
}

/** Every published operation. */
export const OPERATIONS = operationsOf("sandbox").filter(({ internal }) => !internal);

/** One row for each, by its operationId. */
export const TABLE: Record<string, Row> = Object.fromEntries(
  OPERATIONS.map((operation) => [operation.id, { ...rowMadeOf(operation), ...CASES[operation.id] }]),
);

/** The operations that take a body. */
export const WITH_BODY = Object.keys(TABLE).filter((id) => TABLE[id]!.body);

/** @throws Error for an operation that only the server has */
export function rowOf({ id }: PublishedOperation): Row {
  const row = TABLE[id];
  if (!row) throw new Error(`Operation ${id} is not in lib/api`);
  return row;
}

/** A checkout in a state. */
export const sceneIn = (status: CheckoutStatus, { client, provider }: Setting): Promise<Scene> =>
  IN_STATUS[status](client, provider);

/** What an operation's path names, in the state in which it succeeds; nothing where it names nothing. */
export async function subjectOf(operation: PublishedOperation, where: Setting): Promise<Scene | undefined> {
  const { on, subject } = rowOf(operation);
  return on ? sceneIn(on, where) : subject?.(where);
}

/** Whether it is about something that may not exist, and how it says so. */
export const unknownOf = (id: string): string | undefined =>
  TABLE[id]!.on ? "checkout_not_found" : TABLE[id]!.unknown;

/** A request that an operation accepts, and the checkout that it is about. */
export interface Request {
  method: string;
  path: string;
  body?: Body;
  scene?: Scene;
}

export async function acceptedRequest(
  operation: PublishedOperation,
  where: Setting,
  changes: Body = {},
): Promise<Request> {
  const row = rowOf(operation);
  const scene = await subjectOf(operation, where);
  const body = row.body && merge(await row.body(where, scene), changes);
  return { method: operation.method, path: pathOf(operation, scene?.id), ...(body && { body }), scene };
}

export const pathOf = (
  { path }: Pick<PublishedOperation, "path">,
  id: string = strangers().checkout_id,
): string => path.replace(/\{\w+\}/, id).replace("{refundId}", refundOf.get(id) ?? strangers().refund_id);

/** Bodies to begin from: for create, both flows. */
export async function bodiesOf(
  operation: PublishedOperation,
  where: Setting,
  scene?: Scene,
): Promise<Body[]> {
  if (isCreate(operation)) return [planBody(where.provider), payNowBody(where.provider)];
  const { body } = rowOf(operation);
  return body ? [await body(where, scene)] : [];
}

export const isCreate = ({ id }: PublishedOperation) => CASES[id] === CREATE;
export const isConfirm = ({ id }: PublishedOperation) => CASES[id] === CONFIRM;
/** Whether its path names a checkout, as all but the legacy confirm do that are about one. */
export const namesCheckout = ({ path }: PublishedOperation) => path.includes("{checkoutId}");
