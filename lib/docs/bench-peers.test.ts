import { expect, it } from "vitest";
import measured from "../../docs/bench-peers.json";
import { PEERS_ABOUT, PEERS_ROWS } from "./bench-peers";
import { FACT_TABLES } from "./tables";

it("the guide shows a run in full form beside a peer that met no error, the service above the peer", () => {
  expect(measured.about.form).toBe("full");
  expect(measured.rows.flatMap(({ service, peer }) => [service.errors, peer.errors])).toEqual([0, 0, 0, 0]);
  const { peer } = measured.about;
  expect(PEERS_ROWS.map(([request, server]) => `${request}: ${server}`)).toEqual([
    ...["Create: Provider Checkout", `Create: ${peer}`],
    ...["Status: Provider Checkout", `Status: ${peer}`],
  ]);
  for (const row of PEERS_ROWS) expect(row).toHaveLength(FACT_TABLES["bench-peers"].head.length);
  expect(PEERS_ABOUT).toMatch(/^Measured on \d{4}-\d\d-\d\d: Vendure \d+\.\d+\.\d+ and .+ with fsync\.$/);
});
