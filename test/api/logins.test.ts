import { expect, test, vi } from "vitest";
import { systemClock } from "#base/clock.ts";
import { openRegistry } from "#home/registry.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { cookieOf, raw } from "./raw-request.ts";
import { serving } from "./serving.ts";

const TIME = { timeout: 120_000 };

test("a login link works while other clients guess codes and request health", TIME, async () => {
  await using army = await temporaryArmy();
  await using server = await serving(army);
  for (const url of [`${server.url}/login?code=guess`, `${server.url}/api/v1/health`]) {
    const ask = () => Promise.all(Array.from({ length: 20 }, () => raw(url)));
    await vi.waitFor(async () => expect((await ask()).map(({ status }) => status)).toContain(429), TIME);
  }
  expect((await raw(server.login)).status).toBe(303);
});

test("a cookie cannot make a login link; DELETE logins ends cookies, links and streams", TIME, async () => {
  await using army = await temporaryArmy();
  await registerArmy(army);
  await using server = await serving(army);
  const logins = `${server.url}/api/v1/logins`;
  const own = { cookie: await cookieOf(server), origin: server.url };
  expect(await raw(logins, { method: "POST", headers: own })).toMatchObject({
    status: 401,
    text: expect.stringContaining("token-needed"),
  });
  const { url: link } = await server.client.call("createLogin", {});
  const stream = raw(`${server.url}/api/v1/events`, { headers: own });
  const followed = server.ask("/api/v1/events");
  expect((await raw(`${server.url}/api/v1/status`, { headers: own })).status).toBe(200);
  expect((await raw(logins, { method: "DELETE", headers: { cookie: own.cookie } })).status).toBe(401);
  const out = await raw(logins, { method: "DELETE", headers: own });
  expect(out.status).toBe(204);
  expect(String(out.headers["set-cookie"])).toMatch(/^ovld-\d+=; Max-Age=0/);
  expect((await stream).status).toBe(200);
  expect((await raw(`${server.url}/api/v1/status`, { headers: own })).status).toBe(401);
  expect(await raw(link)).toMatchObject({ status: 401, text: expect.stringContaining("login-spent") });
  // Streams with the token stay open, and a new link works.
  const reader = (await followed).body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
  expect((await raw((await server.client.call("createLogin", {})).url)).status).toBe(303);
});

test("the start of serve names the armies that are more confined than new ones would be", TIME, async () => {
  await using army = await temporaryArmy();
  await registerArmy(army, "ovld-free");
  const registry = openRegistry({ paths: army.paths, clock: systemClock });
  const [entry] = await registry.list();
  if (!entry) return expect.unreachable();
  const summonedWith = { lang: "en", rituals: true, formation: {}, sandbox: "bubblewrap" } as const;
  await registry.add({ ...entry, name: "ovld-caged", summonedWith });
  const warning = async (env: Record<string, string>) => {
    await using server = await serving({ ...army, env: { ...army.env, ...env } });
    await server.stop();
    return server.printed();
  };
  expect(await warning({})).toMatch(/^ovld: ovld-caged runs in a sandbox, but armies summoned over the API would not/m);
  expect(await warning({ OVLD_LANG: "ja" })).toMatch(/^ovld: ovld-caged はサンドボックス内で/m);
  expect(await warning({ OVLD_SANDBOX_ENGINE: "bubblewrap" })).not.toContain("ovld-caged");
});
