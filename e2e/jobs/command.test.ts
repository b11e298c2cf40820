import { describe, expect, it } from "vitest";
import { type Id, newId } from "../../lib/domain/ids";
import { runScript } from "../support/commands";
import { jobsPlace, orphan } from "./place";

describe("npm run jobs", { timeout: 120_000 }, () => {
  it("lists and resolves alerts; one that an operator resolved stays so", async (context) => {
    const place = await jobsPlace(context);
    const jobs = (...args: string[]) =>
      runScript("jobs", args, {
        DATABASE_URL: place.databaseUrl,
        APP_KEYS: `1:${Buffer.alloc(32).toString("base64")}`,
        // Vitest has one of its own.
        BASE_URL: "",
        LOG_LEVEL: "silent",
      });
    const key = await orphan(place);
    expect(await jobs("reconcile")).toEqual({
      code: 0,
      said: "",
      rows: [{ charges: 1, raised: 1, resolved: 0 }],
    });
    const [alert] = (await jobs("alerts")).rows;
    expect(alert).toMatchObject({
      alert_id: expect.stringMatching(/^alt_/),
      kind: "orphan_charge",
      reference: key,
      charged_cents: 4_200,
      resolved_at: null,
    });
    const { alert_id } = alert as { alert_id: Id<"alt"> };
    expect((await jobs("resolve", "--alert", alert_id)).rows).toMatchObject([{ resolved_by: "operator" }]);
    expect((await jobs("alerts")).rows).toEqual([]);
    expect((await jobs("reconcile")).rows).toMatchObject([{ raised: 0 }]);
    expect((await jobs("alerts", "--all")).rows).toMatchObject([{ alert_id, resolved_by: "operator" }]);
    expect((await jobs("tick")).rows).toMatchObject([{ recovered: 0, expired: 0, remaining: 0 }]);
    expect(await jobs("resolve", "--alert", newId("alt"))).toMatchObject({
      code: 1,
      said: expect.stringContaining("there is no such alert"),
    });
    expect((await jobs("resolve", "--alert", "alt_1")).said).toContain("an alert's id is alt_");
  });
});
