import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test, vi } from "vitest";
import { operationsIn } from "#api/document.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { cookieOf, raw } from "./raw-request.ts";
import { serving } from "./serving.ts";

const TIME = { timeout: 120_000 };

/** Repeats a request while the rate limit refuses it. */
function inTime(ask: () => ReturnType<typeof raw>): ReturnType<typeof raw> {
  return vi.waitFor(
    async () => {
      const answer = await ask();
      expect(answer.status).not.toBe(429);
      return answer;
    },
    { timeout: 30_000, interval: 200 },
  );
}

test("without the token, only health answers", TIME, async () => {
  await using army = await temporaryArmy();
  await registerArmy(army);
  await using server = await serving(army);
  const document = await (await server.ask("/api/v1/openapi.json")).json();
  const places = { session: "ovld-mine", role: "storm", formation: "overlord", message: "x" };
  const fill = (path: string) => path.replaceAll(/\{(\w+)\}/g, (_, key) => places[key as keyof typeof places]);
  for (const { method, path, operation } of operationsIn(document as never)) {
    const isHealth = operation.operationId === "health";
    for (const headers of [{}, { authorization: "Bearer wrong" }, { cookie: "ovld-1=x" }]) {
      const { status, text } = await inTime(() =>
        raw(`${server.url}${fill(path)}`, { method: method.toUpperCase(), headers }),
      );
      expect(status, `${method} ${path}`).toBe(isHealth ? 200 : 401);
      if (!isHealth) expect(text).not.toContain("ovld-mine");
    }
  }
  expect((await inTime(() => raw(`${server.url}/`))).status).toBe(401);
});

test("another origin can neither read nor change anything", TIME, async () => {
  await using army = await temporaryArmy();
  const { store } = await registerArmy(army);
  await using server = await serving(army);
  const cookie = await cookieOf(server);
  const list = `${server.url}/api/v1/sessions`;
  const send = `${server.url}/api/v1/sessions/ovld-mine/agents/storm/messages`;
  const json = { "content-type": "application/json" };
  const own = { cookie, origin: server.url, "sec-fetch-site": "same-origin" };
  const post = (headers: Record<string, string>, body = '{"body":"evil"}') =>
    raw(send, { method: "POST", headers, body });

  expect((await raw(list, { headers: own })).status).toBe(200);
  const foreign: [string, () => ReturnType<typeof raw>][] = [
    ["fetch", () => raw(list, { headers: { cookie, origin: "https://evil.example" } })],
    [
      "fetch from another port",
      () => raw(list, { headers: { cookie, origin: "http://127.0.0.1:9", "sec-fetch-site": "same-site" } }),
    ],
    ["sandboxed frame", () => raw(list, { headers: { cookie, origin: "null" } })],
    ["image", () => raw(list, { headers: { cookie, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" } })],
    ["rebinding", () => raw(list, { headers: { cookie, host: "evil.example" } })],
    [
      "rebinding with the token",
      () => raw(list, { headers: { authorization: `Bearer ${server.token}`, host: "evil.example" } }),
    ],
    ["preflight", () => raw(list, { method: "OPTIONS", headers: { cookie, origin: "https://evil.example" } })],
    ["form post", () => post({ cookie, origin: "https://evil.example", "content-type": "text/plain" })],
    ["post without an origin", () => post({ cookie, ...json })],
    ["post from another origin", () => post({ cookie, ...json, origin: "https://evil.example" })],
    ["form post from the own origin", () => post({ ...own, "content-type": "text/plain" })],
    [
      "WebSocket",
      () =>
        raw(`${server.url}/api/v1/events`, {
          headers: {
            cookie,
            origin: "https://evil.example",
            connection: "Upgrade",
            upgrade: "websocket",
            "sec-websocket-version": "13",
            "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
          },
        }),
    ],
  ];
  for (const [name, attempt] of foreign) {
    const { status, headers, text } = await attempt();
    expect([401, 403, 415, 421], name).toContain(status);
    expect(
      Object.keys(headers).filter((key) => key.startsWith("access-control")),
      name,
    ).toEqual([]);
    expect(text, name).not.toContain("ovld-mine");
  }
  expect(await store.mail.countUnread("storm")).toBe(0);
  expect((await post({ ...own, ...json })).status).toBe(201);
  expect(await store.mail.countUnread("storm")).toBe(1);
});

test("a login link works once, for a cookie that no script can read and no other site can send", TIME, async () => {
  await using army = await temporaryArmy();
  await using server = await serving(army);
  const { status, headers } = await raw(server.login);
  expect(status).toBe(303);
  expect(headers["set-cookie"]).toEqual([expect.stringMatching(/^ovld-\d+=\S+; Path=\/; HttpOnly; SameSite=Strict$/)]);
  expect(String(headers["set-cookie"])).not.toContain(server.token);
  expect(await raw(server.login)).toMatchObject({ status: 401, text: expect.stringContaining("login-spent") });
  const { url } = await server.client.call("createLogin", {});
  expect((await raw(url)).status).toBe(303);
  const docs = await raw(`${server.url}/api/v1/docs`, {
    headers: { cookie: String(headers["set-cookie"]).split(";")[0] ?? "" },
  });
  expect(docs).toMatchObject({ status: 200, text: expect.stringContaining("/api/v1/sessions") });
});

test("the token file is private, stays, and is replaced when others can read it", TIME, async () => {
  await using army = await temporaryArmy();
  const token = async () => {
    await using server = await serving(army);
    return server.token;
  };
  const first = await token();
  expect((await stat(army.paths.token)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(army.paths.token))).mode & 0o777).toBe(0o700);
  expect(await token()).toBe(first);
  await writeFile(army.paths.token, first, { mode: 0o600 });
  await chmod(army.paths.token, 0o644);
  expect(await token()).not.toBe(first);
  expect((await stat(army.paths.token)).mode & 0o777).toBe(0o600);
});

test("no log contains the token or a login code", TIME, async () => {
  await using army = await temporaryArmy();
  await using server = await serving(army);
  const code = new URL(server.login).searchParams.get("code") ?? "";
  await raw(server.login);
  await raw(`${server.url}/api/v1/nothing?token=${server.token}`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  await raw(`${server.url}/api/v1/sessions`, { headers: { authorization: "Bearer wrong-secret" } });
  await server.stop();
  const log = await readFile(army.paths.serverLog, "utf8");
  expect(log).toContain('"path":"/api/v1/nothing"');
  for (const secret of [server.token, code, "wrong-secret"]) expect(log).not.toContain(secret);
  expect(server.printed()).not.toContain(server.token);
  expect((await stat(army.paths.serverLog)).mode & 0o777).toBe(0o600);
});

test("too many requests, and a request that is too large", TIME, async () => {
  await using army = await temporaryArmy();
  const { store } = await registerArmy(army);
  await using server = await serving(army);
  const large = await server.ask("/api/v1/sessions/ovld-mine/agents/storm/messages", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ body: "x".repeat(3 * 1024 * 1024) }),
  });
  expect(large.status).toBe(413);
  expect(await large.json()).toMatchObject({ code: "request-too-large" });
  await expect(
    server.client.call("sendMessage", {
      path: { session: "ovld-mine", role: "storm" },
      body: { body: "x".repeat(262_145) },
    }),
  ).rejects.toMatchObject({ problem: { status: expect.any(Number) } });
  expect(await store.mail.countUnread("storm")).toBe(0);
  const wrong = () => raw(`${server.url}/api/v1/status`, { headers: { authorization: "Bearer wrong" } });
  const answers: Awaited<ReturnType<typeof wrong>>[] = [];
  for (let tries = 0; tries < 400 && answers.at(-1)?.status !== 429; tries += 20)
    answers.push(...(await Promise.all(Array.from({ length: 20 }, wrong))));
  expect(answers.at(-1)).toMatchObject({ status: 429, headers: { "retry-after": expect.stringMatching(/^\d+$/) } });
  // Wrong tokens do not use up the limit of the valid one.
  expect((await server.ask("/api/v1/status")).status).toBe(200);
});

test.each([
  [["--listen", "0.0.0.0"], 2, "listen-open"],
  [["--listen", "::"], 2, "listen-open"],
  [["--tls-cert", "cert.pem"], 2, "tls-incomplete"],
  [["--tls-cert", "cert.pem", "--tls-key", "cert.pem"], 3, "tls-unusable"],
  [["--port", "65536"], 2, "bad-flag-value"],
  [["--listen", "203.0.113.7", "--insecure"], 3, "listen-failed"],
])("refuses to start: %j", TIME, async (flags, status, code) => {
  await using army = await temporaryArmy();
  await writeFile(`${army.project}/cert.pem`, "no certificate");
  const port = flags.includes("--port") ? [] : ["--port", "0"];
  const run = await army.ovld(["serve", ...port, "--json", ...flags]);
  expect(run.status).toBe(status);
  expect(JSON.parse(run.stdout)).toMatchObject({ error: { code } });
});

test("a port in use is reported", TIME, async () => {
  await using army = await temporaryArmy();
  await using server = await serving(army);
  const run = await army.ovld(["serve", "--port", new URL(server.url).port]);
  expect(run).toMatchObject({
    status: 6,
    stdout: "",
    stderr: expect.stringMatching(/port \d+ of .* is already in use.*\n {2}`ovld serve` may already/),
  });
});

test("TLS, and an open address with --insecure", TIME, async ({ skip }) => {
  await using army = await temporaryArmy();
  const made = await army.shell(
    "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost",
  );
  skip(made.status !== 0, "openssl is not installed");
  await using secure = await serving(army, "--listen", "0.0.0.0", "--tls-cert", "cert.pem", "--tls-key", "key.pem");
  expect(secure.url).toMatch(/^https:\/\/localhost:/);
  const answer = await army.shell(
    `curl -s --cacert cert.pem https://localhost:${new URL(secure.url).port}/api/v1/health`,
  );
  expect(answer.stdout).toBe('{"status":"ok"}');
  await using open = await serving(army, "--listen", "0.0.0.0", "--insecure");
  expect(open.printed()).toMatch(/without encryption/);
});
