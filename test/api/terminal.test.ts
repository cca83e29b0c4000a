import { readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { without } from "#test/support/programs.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { installScriptedAgent, notesOf, withComposer } from "#test/support/scripted-agents.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal } from "#test/support/terminal.ts";
import { openMultiplexer } from "#wire.ts";
import { type Serving, serving } from "./serving.ts";
import { openTerminalSocket, terminalPath } from "./terminal-client.ts";

const TIME = { timeout: 300_000 };
const WAIT = { timeout: 60_000, interval: 50 };
const SESSION = "ovld-project";
const STORM = terminalPath(SESSION, "storm");

for (const multiplexer of ["zellij", "tmux"] as const) {
  const live = (name: string, work: (army: TemporaryArmy, server: Serving) => Promise<void>) =>
    test(`${multiplexer}: ${name}`, TIME, async ({ skip }) => {
      const missing = [multiplexer, "tmux"].map(without).find(Boolean) || undefined;
      skip(missing !== undefined, missing);
      await using army = await temporaryArmy();
      await installScriptedAgent(army);
      Object.assign(army.env, withComposer);
      await using server = await serving(army);
      const order = { directory: army.project, multiplexer, rituals: false };
      await server.client.call("createSession", { body: order });
      try {
        await work(army, server);
      } finally {
        await server.client.call("deleteSession", { path: { session: SESSION } }).catch(() => {});
      }
    });
  const submitted = async (army: TemporaryArmy) => (await notesOf(army, "storm")).submitted;
  const attach = (army: TemporaryArmy) =>
    openTerminal(
      multiplexer === "tmux"
        ? ["env", "-u", "TMUX", "-u", "TMUX_PANE", "tmux", "attach-session", "-t", `=${SESSION}`]
        : ["zellij", "attach", SESSION],
      { cwd: army.project, env: army.env, columns: 200, rows: 60 },
    );

  live("a client watches a pane over a WebSocket, takes control, types and releases it", async (army, server) => {
    await using one = await openTerminalSocket(server, STORM);
    await using two = await openTerminalSocket(server, `${STORM}?format=ansi`);
    const screen = await one.sees("for shortcuts");
    expect(screen).toMatchObject({ format: "cells", size: { columns: expect.any(Number) } });
    expect(await two.sees("for shortcuts")).toMatchObject({ format: "ansi", text: expect.stringContaining("\u001b[") });

    one.send({ type: "input", keys: "not mine" });
    expect(await one.next("problem")).toMatchObject({ problem: { code: "take-needed", status: 409 } });
    one.send({ type: "take" });
    expect(await one.next("taken")).toEqual({ type: "taken", seconds: 30 });
    two.send({ type: "take" });
    expect(await two.next("problem")).toMatchObject({ problem: { code: "pane-taken" } });
    two.send({ type: "input", keys: "not mine either" });
    expect(await two.next("problem")).toMatchObject({ problem: { code: "take-needed" } });

    one.send({ type: "input", keys: "close the 門" });
    await one.sees("close the 門");
    await two.sees("close the 門");
    one.send({ type: "input", keys: "\r" });
    await vi.waitFor(async () => expect(await submitted(army)).toEqual(["close the 門"]), WAIT);

    one.send({ type: "release" });
    expect(await one.next("released")).toEqual({ type: "released", why: "asked" });
    await vi.waitFor(async () => {
      two.send({ type: "take" });
      await vi.waitUntil(() => two.news.some(({ type }) => type === "taken"), { timeout: 1000 });
    }, WAIT);
    one.send({ type: "input", keys: "too late" });
    expect(await one.next("problem")).toMatchObject({ problem: { code: "take-needed" } });
    expect(await submitted(army)).toEqual(["close the 門"]);

    const { columns, rows } = screen.size!;
    two.send({ type: "resize", columns, rows: rows - 3 });
    if (multiplexer === "tmux")
      await vi.waitFor(
        () =>
          expect(two.news.findLast(({ type }) => type === "screen")).toMatchObject({
            screen: { size: { rows: rows - 3 } },
          }),
        WAIT,
      );
    else
      await vi.waitUntil(
        () => two.news.some((one) => one.type === "problem" && one.problem.code === "pane-unsizable"),
        WAIT,
      );

    await server.client.call("deleteSession", { path: { session: SESSION } });
    expect(await two.next("ended")).toMatchObject({ why: expect.stringMatching(/^(session-ended|pane-gone|exited)$/) });
    expect(await one.closed).toMatchObject({ code: 1000 });
    const log = await vi.waitFor(async () => {
      const text = await readFile(army.paths.serverLog, "utf8");
      expect(text.match(/terminal-released/g)).toHaveLength(2);
      return text;
    }, WAIT);
    expect(log.match(/terminal-taken/g)).toHaveLength(2);
    expect(log).not.toContain("close the");
  });

  live("a client cannot take control while the person at the pane is typing", async (army, server) => {
    await using client = await openTerminalSocket(server, STORM);
    await client.sees("for shortcuts");
    await using person = await attach(army);
    await person.sees("for shortcuts");
    const { panes } = JSON.parse(await readFile(army.paths.registry, "utf8")).sessions[0] as {
      panes: Record<string, string>;
    };
    const { focus } = await openMultiplexer(multiplexer, { program: multiplexer, env: army.env });
    await focus(SESSION, panes.storm ?? "");
    await vi.waitFor(async () => {
      await person.type("my own ");
      await vi.waitUntil(() => JSON.stringify(client.news.at(-1)).includes("my own"), { timeout: 2000 });
    }, WAIT);
    client.send({ type: "take" });
    expect(await client.next("problem")).toMatchObject({ problem: { code: "person-typing" } });

    await person.press("Enter");
    await client.sees("Try");
    await vi.waitFor(async () => {
      client.send({ type: "take" });
      await vi.waitUntil(() => client.news.some(({ type }) => type === "taken"), { timeout: 1000 });
    }, WAIT);
    client.send({ type: "input", keys: "\u001b" });
    // Until the client's own key shows in the pane, a change does not reveal the person.
    await vi.waitFor(async () => {
      await person.type("mine ");
      await vi.waitUntil(() => client.news.some((one) => one.type === "released"), { timeout: 1000 });
    }, WAIT);
    expect(client.news.find(({ type }) => type === "released")).toEqual({ type: "released", why: "person" });
  });
}

test("invalid messages are refused; a large one or a flood closes the socket", TIME, async ({ skip }) => {
  skip(Boolean(without("tmux")), without("tmux") || undefined);
  await using army = await temporaryArmy();
  await installScriptedAgent(army);
  await using server = await serving(army);
  const order = { directory: army.project, multiplexer: "tmux", rituals: false } as const;
  await server.client.call("createSession", { body: order });
  await using client = await openTerminalSocket(server, STORM);
  for (const wrong of ["{", "[]", "null", '{"type":"input"}', '{"type":"take","force":true}', Buffer.from("{}")]) {
    client.send(wrong);
    expect((await client.next("problem")).problem.code, String(wrong)).toMatch(/^request-(invalid|key-unknown)$/);
  }
  client.send({ type: "input", keys: "x".repeat(8193) });
  expect((await client.next("problem")).problem.code).toBe("request-invalid");
  await using large = await openTerminalSocket(server, STORM);
  large.send(JSON.stringify({ type: "input", keys: "x".repeat(70_000) }));
  expect(await large.closed).toMatchObject({ code: 1009 });
  await using flood = await openTerminalSocket(server, STORM);
  for (let turn = 0; turn < 2000; turn++) flood.send({ type: "release" });
  expect(await flood.closed).toMatchObject({ code: 1008, reason: "too-many-requests" });

  expect(await server.stop()).toBe(130);
  expect(await client.closed).toMatchObject({ code: 1001 });
  expect((await army.ovld(["unsummon", "--all", "--force"])).status).toBe(0);
});

test("an upgrade is refused: other origin or host, no token, a cookie without an origin", TIME, async () => {
  await using army = await temporaryArmy();
  await registerArmy(army);
  await using server = await serving(army);
  const path = terminalPath("ovld-mine", "storm");
  const token = { authorization: `Bearer ${server.token}` };
  const login = await fetch(server.login, { redirect: "manual" });
  const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
  const attempt = (headers: Record<string, string>, where = path) =>
    openTerminalSocket(server, where, headers).then(
      async (client) => {
        await client[Symbol.asyncDispose]();
        return "101";
      },
      (error: Error) => error.message,
    );
  const refused: [string, Record<string, string>, string][] = [
    ["no token", {}, "401"],
    ["wrong token", { authorization: "Bearer wrong" }, "401"],
    ["wrong cookie", { cookie: "ovld-1=x", origin: server.url }, "401"],
    ["other origin with the cookie", { cookie, origin: "https://evil.example" }, "403"],
    ["other origin with the token", { ...token, origin: "https://evil.example" }, "403"],
    ["a sandboxed frame", { cookie, origin: "null" }, "403"],
    ["another port", { cookie, origin: "http://127.0.0.1:9" }, "403"],
    ["cross-site", { cookie, "sec-fetch-site": "cross-site" }, "403"],
    ["rebinding", { cookie, host: "evil.example" }, "421"],
    ["rebinding with the token", { ...token, host: "evil.example" }, "421"],
    ["a cookie that no page sends", { cookie }, "401"],
  ];
  for (const [name, headers, status] of refused) expect(await attempt(headers), name).toBe(status);
  expect(await attempt(token, terminalPath("ovld-none", "storm"))).toBe("404");
  expect(await attempt(token, terminalPath("ovld-mine", "nobody"))).toBe("404");
  expect(await attempt(token, "/api/v1/status")).toBe("200");
  expect(await attempt({ cookie, origin: server.url })).toBe("101");
  const plain = await server.ask(path);
  expect(plain.status).toBe(426);
  expect(await plain.json()).toMatchObject({ code: "upgrade-needed" });

  // The registered army has no panes.
  await using client = await openTerminalSocket(server, path);
  expect(await client.next("ended")).toEqual({ type: "ended", why: "pane-gone" });
  expect(await client.closed).toEqual({ code: 1000, reason: "pane-gone" });
});
