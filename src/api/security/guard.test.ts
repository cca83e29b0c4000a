import { expect, test } from "vitest";
import { guard, type Provenance } from "./guard.ts";

const address = { scheme: "http", names: ["127.0.0.1"], isOpen: false, loginPath: "/login" } as const;
const own: Provenance = {
  method: "GET",
  path: "/api/v1/status",
  host: "127.0.0.1:4750",
  origin: undefined,
  site: undefined,
  mode: undefined,
};

test.each<[Partial<Provenance>]>([
  [{}],
  [{ host: "localhost:4750" }],
  [{ host: "LOCALHOST" }],
  [{ host: "[::1]:4750" }],
  [{ origin: "http://127.0.0.1:4750" }],
  [{ host: "localhost:8080", origin: "http://localhost:8080" }],
  [{ site: "same-origin" }],
  [{ site: "none" }],
  [{ path: "/login", site: "cross-site", mode: "navigate" }],
])("lets in %j", (request) => {
  expect(() => guard(address)({ ...own, ...request })).not.toThrow();
});

test.each<[Partial<Provenance>, string]>([
  [{ host: undefined }, "host-refused"],
  [{ host: "" }, "host-refused"],
  [{ host: "evil.example" }, "host-refused"],
  [{ host: "evil.example:4750" }, "host-refused"],
  [{ host: "127.0.0.1.evil.example" }, "host-refused"],
  [{ host: "localhost.evil.example" }, "host-refused"],
  [{ host: "192.168.0.7:4750" }, "host-refused"],
  [{ origin: "null" }, "origin-refused"],
  [{ origin: "" }, "origin-refused"],
  [{ origin: "https://127.0.0.1:4750" }, "origin-refused"],
  [{ origin: "http://127.0.0.1:4751" }, "origin-refused"],
  [{ origin: "http://localhost:4750" }, "origin-refused"],
  [{ origin: "http://127.0.0.1:4750.evil.example" }, "origin-refused"],
  [{ site: "same-site" }, "origin-refused"],
  [{ site: "cross-site" }, "origin-refused"],
  [{ site: "cross-site", mode: "navigate" }, "origin-refused"],
  [{ path: "/login", site: "cross-site", mode: "no-cors" }, "origin-refused"],
  [{ path: "/login", method: "POST", site: "cross-site", mode: "navigate" }, "origin-refused"],
])("refuses %j", (request, code) => {
  expect(() => guard(address)({ ...own, ...request })).toThrow(expect.objectContaining({ code }));
});

test("on an open address, any IP address and the certificate's names are accepted", () => {
  const check = guard({ ...address, scheme: "https", names: ["army.example"], isOpen: true });
  for (const host of ["192.168.0.7:4750", "[fd00::1]:4750", "army.example"]) {
    expect(() => check({ ...own, host, origin: `https://${host}` })).not.toThrow();
    expect(() => check({ ...own, host, origin: `http://${host}` })).toThrow();
  }
  expect(() => check({ ...own, host: "evil.example" })).toThrow();
});
