import postgres from "postgres";
import { expect, inject, it, onTestFinished } from "vitest";
import { withCheckedKeys } from "../../server/keys/checked-vault";
import { makeDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { makeRoles } from "../support/gateway";
import { depsHere } from "../support/here";

it("a start is refused, with the remedy, where its user may not work for a provider", async () => {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const roles = await makeRoles(databaseUrl);
  const admin = postgres(databaseUrl, { max: 1 });
  onTestFinished(() => admin.end());
  const started = async () => {
    const deps = depsHere({ ...settingsOver(databaseUrl), DATABASE_URL: roles.service });
    const refused = (error: unknown) => String(error);
    return withCheckedKeys(deps).then(async (started) => {
      await started.close();
      return started.keysAreChecked() ? "started" : "not checked";
    }, refused);
  };
  expect(await started()).toBe("started");
  const { username } = new URL(roles.service);
  await admin.unsafe(`revoke provider_tenant from ${username}`);
  expect(await started()).toContain("GRANT provider_tenant TO this user");
  await admin.unsafe(`alter role ${username} inherit; grant provider_tenant to ${username}`);
  expect(await started(), "its policies would be for all that it does").toContain("NOINHERIT");
  await admin.unsafe(`revoke provider_tenant from ${username}; alter role ${username} noinherit`);
  await admin.unsafe(`grant provider_tenant to ${username}`);
  expect(await started()).toBe("started");
  await admin.unsafe("revoke all on provider from provider_tenant");
  expect(await started()).toContain("GRANT provider_tenant TO this user");
});
