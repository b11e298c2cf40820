import { expect, it } from "vitest";
import type { Measured } from "./measured";
import { PEERS_HELP, readOptions } from "./options";
import { peersReportOf, printedPeers } from "./peers-report";

const round = (perSecond: number, errors = 0): Measured => ({
  requests: perSecond,
  perSecond,
  p50: 1,
  p99: 2,
  bytes: 100,
  errors,
  serviceCpuMs: 0.5,
  databaseCpuMs: null,
  peakMb: null,
});

const report = peersReportOf({
  about: {
    measured_at: "2026-11-23T00:00:00.000Z",
    form: "short",
    node: "v20.19.0",
    peer: "Peer 1.2.3",
    cores: 2,
    workers: 1,
    connections: 32,
    rounds: 3,
    seconds_a_round: 1,
    database: {
      server_version: "18.4",
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
      shared_buffers: "1",
    },
  },
  service: {
    rounds: {
      create: [round(100), round(300), round(200)],
      status: [round(10), round(10), round(10)],
    },
    statements: { create: 1, status: 1 },
  },
  peer: {
    rounds: {
      create: [round(50), round(100), round(50, 2)],
      status: [round(5), round(20), round(10, 1)],
    },
    statements: { create: 82, status: 3 },
  },
});

it("the ratio is the median of the rounds' ratios, and errors are those of all rounds", () => {
  expect(report.ratios).toEqual({ create: 3, status: 1 });
  expect(report.rows.map(({ service, peer }) => [service.errors, peer.errors])).toEqual([
    [0, 2],
    [0, 1],
  ]);
});

it("one table shows both servers for each operation", () => {
  const table = printedPeers(report).split("\n").slice(-5);
  expect(table.map((line) => line.split(/ {2,}/)[0])).toEqual([
    "",
    ...["Create, Provider Checkout", "Create, Peer 1.2.3", "Status, Provider Checkout", "Status, Peer 1.2.3"],
  ]);
  for (const heading of ["req/s", "p50 ms", "p99 ms", "errors", "ratio"]) expect(table[0]).toContain(heading);
});

it("a wrong option is answered with the command's own help", () => {
  expect(() => readOptions(["--fast"], "npm run bench:peers")).toThrow("npm run bench:peers -- --help");
  expect(PEERS_HELP).toContain("needs the network");
});
