import { describe, expect, it } from "vitest";
import { REFUSED_ADDRESSES } from "../../e2e/support/refused-addresses";
import { checkPublicUrl, isPublicAddress } from "./public-url";

const isUrl = (text: string) => ({ ok: true, url: new URL(text).href });
const isNot = (code: string, expected: string) => ({
  ok: false,
  code,
  expected,
  message: expect.any(String),
});

const REFUSALS = {
  not_a_url: isNot("wrong_format", "https://…"),
  too_long: isNot("too_long", "at most 2048 characters"),
  https_required: isNot("not_allowed", "https://…"),
  user_info: isNot("not_allowed", "no user name or password"),
  fragment: isNot("not_allowed", "nothing after #"),
  port_not_allowed: isNot("not_allowed", "443, or 1024 to 65535"),
  host_not_allowed: isNot("not_allowed", "a public host name or address"),
};
const inUrl = (address: string) => (address.includes(":") ? `[${address}]` : address);

describe("an address for webhooks", () => {
  it.each([
    "https://example.com/hooks",
    "https://example.com:8443/hooks?tenant=1",
    "https://EXAMPLE.com/a b",
    "https://bücher.example/",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
  ])("may be %s", (text) => {
    expect(checkPublicUrl(text, false)).toEqual(isUrl(text));
  });

  it.each<[string, keyof typeof REFUSALS]>([
    ["", "not_a_url"],
    ["example.com/hooks", "not_a_url"],
    ["https://", "not_a_url"],
    ["https://[fe80::1%25eth0]/", "not_a_url"],
    [`https://example.com/${"a".repeat(2048)}`, "too_long"],
    ["http://example.com/", "https_required"],
    ["ftp://example.com/", "https_required"],
    ["file:///etc/passwd", "https_required"],
    ["javascript:alert(1)", "https_required"],
    ["https://user@example.com/", "user_info"],
    ["https://user:secret@example.com/", "user_info"],
    ["https://@example.com/", "user_info"],
    ["https://example.com@127.0.0.1/", "user_info"],
    ["https://example.com/#there", "fragment"],
    ["https://example.com/#", "fragment"],
    ["https://example.com:22/", "port_not_allowed"],
    ["https://example.com:25/", "port_not_allowed"],
    ["https://example.com:80/", "port_not_allowed"],
    ["https://intranet/", "host_not_allowed"],
    ["http://localhost/", "https_required"],
    ["https://localhost/", "host_not_allowed"],
    ["https://LOCALHOST./", "host_not_allowed"],
    ["https://app.localhost:8443/", "host_not_allowed"],
    ["https://2130706433/", "host_not_allowed"],
    ["https://0x7f000001/", "host_not_allowed"],
    ["https://0x7f.1/", "host_not_allowed"],
    ["https://0177.0.0.1/", "host_not_allowed"],
    ["https://127.1/", "host_not_allowed"],
    ["https://127.0.0.1./", "host_not_allowed"],
    ["https://１２７.0.0.1/", "host_not_allowed"],
    ["https://0/", "host_not_allowed"],
    ["https://2852039166/latest/meta-data", "host_not_allowed"],
  ])("is not %s: %s", (text, fault) => {
    expect(checkPublicUrl(text, false)).toEqual(REFUSALS[fault]);
  });

  it.each(REFUSED_ADDRESSES)("is not %s (%s)", (address) => {
    expect(isPublicAddress(address)).toBe(false);
    if (!address.includes("%"))
      expect(checkPublicUrl(`https://${inUrl(address)}/`, false)).toEqual(REFUSALS.host_not_allowed);
  });

  it("is not one beside a public one either", () => {
    for (const address of ["8.8.8.8", "1.1.1.1", "168.63.129.17", "2606:4700::1111", "2a00:1450::1"])
      expect(isPublicAddress(address), address).toBe(true);
    for (const nonsense of ["", "example.com", "8.8.8.8 ", "999.1.1.1"])
      expect(isPublicAddress(nonsense), nonsense).toBe(false);
  });
});

describe("where the sandbox admits loopback", () => {
  it.each([
    "http://localhost:3001/hooks",
    "https://localhost/",
    "http://127.0.0.1:80/",
    "http://[::1]:3001/",
    "http://app.localhost:3001/",
    "https://example.com/",
  ])("it may be %s", (text) => {
    expect(checkPublicUrl(text, true)).toEqual(isUrl(text));
  });

  it.each<[string, keyof typeof REFUSALS]>([
    ["http://example.com/", "https_required"],
    ["http://10.0.0.1/", "https_required"],
    ["http://127.0.0.2/", "https_required"],
    ["https://10.0.0.1/", "host_not_allowed"],
    ["https://127.0.0.2/", "host_not_allowed"],
    ["https://[::ffff:127.0.0.1]/", "host_not_allowed"],
    ["https://0.0.0.0/", "host_not_allowed"],
    ["https://169.254.169.254/", "host_not_allowed"],
  ])("it is still not %s: %s", (text, fault) => {
    expect(checkPublicUrl(text, true)).toEqual(REFUSALS[fault]);
  });
});
