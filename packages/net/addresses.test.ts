import { expect, it } from "vitest";
import { networkOf } from "./addresses";

it.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8::/64"],
  ["::1", "::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["", "unknown"],
  ["nobody, or 203.0.113.77", "unknown"],
])("%j is of the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
