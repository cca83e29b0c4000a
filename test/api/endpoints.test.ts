import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ApiProblem, apiClient } from "#test/support/api-client/client.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { serving } from "./serving.ts";

const TIME = { timeout: 120_000 };
const storm = { session: "ovld-mine", role: "storm" };

/** The problem of a call that fails. */
async function problemOf(call: Promise<unknown>): Promise<ApiProblem["problem"]> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof ApiProblem) return thrown.problem;
  throw new Error(`no problem but ${thrown}`);
}

test("formations: the built-in ones, the user's own, and the error of a broken one", TIME, async () => {
  await using army = await temporaryArmy();
  await mkdir(army.paths.formations, { recursive: true });
  await writeFile(join(army.paths.formations, "broken.toml"), "title = 3\n");
  await using server = await serving(army);
  const { formations, broken } = await server.client.call("listFormations", {});
  expect(formations.map(({ name, roles }) => [name, roles.length])).toEqual([
    ["mas", 13],
    ["overlord", 6],
  ]);
  expect(broken).toEqual([{ name: "broken", problem: expect.stringContaining("broken.toml:1:1") }]);
  const one = await server.client.call("getFormation", { path: { formation: "overlord" } });
  expect(one.roles[2]).toMatchObject({ id: "inferno", reportsTo: "strategist", layer: "execution" });
  expect(await problemOf(server.client.call("getFormation", { path: { formation: "broken" } }))).toMatchObject({
    status: 422,
    code: "bad-value",
  });
  expect(await problemOf(server.client.call("getFormation", { path: { formation: "none" } }))).toMatchObject({
    status: 404,
    code: "formation-unknown",
  });
});

test("an army, its roles and its mail, page by page", TIME, async () => {
  await using army = await temporaryArmy();
  const { store } = await registerArmy(army);
  await store.status.set({ role: "storm", status: "working", task: "the gate", updated: "2026-01-01T00:00:00.000Z" });
  await using server = await serving(army);
  const { client } = server;
  expect((await client.call("listSessions", {})).sessions).toMatchObject([
    { name: "ovld-mine", directory: army.project, formation: "overlord", state: "orphan", roles: expect.any(Array) },
  ]);
  expect(await client.call("getSession", { path: { session: "ovld-mine" } })).toMatchObject({ name: "ovld-mine" });

  const ids: string[] = [];
  for (const body of ["one\nand more", "two", "three", "four", "five"]) {
    const { message, delivery } = await client.call("sendMessage", { path: storm, body: { body, priority: "urgent" } });
    expect(message).toMatchObject({ from: "user", to: "storm", subject: body.split("\n")[0], priority: "urgent" });
    expect(message).not.toHaveProperty("body");
    expect(delivery.state).toBe("queued");
    ids.push(message.id);
  }
  await client.call("sendMessage", {
    path: { ...storm, role: "glacier" },
    body: { body: "b", subject: "own subject" },
  });
  const page = (query: object) => client.call("listMessages", { path: { session: "ovld-mine" }, query });
  const first = await page({ role: "storm", limit: 2 });
  expect(first.messages.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const second = await page({ role: "storm", limit: 2, after: first.next });
  const third = await page({ role: "storm", limit: 2, after: second.next });
  expect([...second.messages, ...third.messages].map(({ id }) => id)).toEqual(ids.slice(2));
  expect(third.next).toBeNull();
  expect((await page({ order: "newest", limit: 1 })).messages).toMatchObject([{ subject: "own subject" }]);

  expect((await client.call("getMessage", { path: { session: "ovld-mine", message: ids[0] ?? "" } })).body).toBe(
    "one\nand more",
  );
  await (await store.mail.take("storm")).acknowledge();
  expect((await page({ state: "acked" })).messages.map(({ id }) => id)).toEqual(ids);
  expect(await client.call("getMessage", { path: { session: "ovld-mine", message: ids[4] ?? "" } })).toMatchObject({
    state: "acked",
    body: "five",
  });

  expect(await client.call("getAgent", { path: storm })).toMatchObject({
    role: "storm",
    status: { status: "working", task: "the gate" },
    unread: 0,
    reportsTo: "strategist",
  });
  const { agents } = await client.call("listAgents", { path: { session: "ovld-mine" } });
  expect(agents.map(({ role, unread }) => `${role} ${unread}`)).toContain("glacier 1");
  const status = await client.call("getStatus", {});
  expect(status.sessions).toMatchObject([{ name: "ovld-mine", agents }]);
});

test("problems: one shape, the status of the error's kind, in the client's language", TIME, async () => {
  await using army = await temporaryArmy();
  await registerArmy(army);
  await using server = await serving(army);
  const { client } = server;
  const session = { session: "ovld-mine" };
  const cases: [number, string, () => Promise<unknown>][] = [
    [404, "session-unknown", () => client.call("getSession", { path: { session: "ovld-m" } })],
    [404, "session-unknown", () => client.call("deleteSession", { path: { session: "ovld-min" } })],
    [404, "session-unknown", () => client.call("restartSession", { path: { session: "ovld-min" } })],
    [404, "session-unknown", () => client.call("restartAgent", { path: { session: "ovld-min", role: "storm" } })],
    [404, "role-unknown", () => client.call("getAgent", { path: { ...session, role: "nobody" } })],
    [404, "message-unknown", () => client.call("getMessage", { path: { ...session, message: "nothing" } })],
    [404, "pane-gone", () => client.call("getScreen", { path: storm })],
    [400, "request-invalid", () => client.call("getSession", { path: { session: "a b" } })],
    [400, "request-invalid", () => client.call("listMessages", { path: session, query: { limit: 0 } })],
    [400, "request-invalid", () => client.call("createSession", { body: { directory: "relative" } })],
    [
      400,
      "request-key-unknown",
      () => client.call("createSession", { body: { directory: "/", autonomy: "full" } as never }),
    ],
    [404, "file-missing", () => client.call("createSession", { body: { directory: "/nowhere/at/all" } })],
    [
      400,
      "subject-too-long",
      () => client.call("sendMessage", { path: storm, body: { body: "b", subject: "s".repeat(201) } }),
    ],
    [413, "body-too-long", () => client.call("sendMessage", { path: storm, body: { body: "字".repeat(100_000) } })],
    [404, "session-ended", () => client.call("restartAgent", { path: storm })],
    [404, "session-ended", () => client.call("restartSession", { path: session })],
  ];
  for (const [status, code, call] of cases)
    expect(await problemOf(call()), code).toMatchObject({
      status,
      code,
      type: `urn:ovld:problem:${code}`,
      detail: expect.any(String),
    });
  const japanese = apiClient({ url: server.url, token: server.token, lang: "ja,en;q=0.5" });
  expect((await problemOf(japanese.call("getSession", { path: { session: "x" } }))).detail).toMatch(/[ぁ-ん]/);

  const wrong = await server.ask("/api/v1/sessions", { method: "PATCH" });
  expect(wrong.status).toBe(405);
  expect(wrong.headers.get("allow")).toBe("GET, POST");
  expect(wrong.headers.get("content-type")).toBe("application/problem+json");
  expect(
    (await server.ask("/api/v1/sessions", { method: "POST", body: "{}", headers: { "content-type": "text/plain" } }))
      .status,
  ).toBe(415);
  expect((await server.ask("/nowhere")).status).toBe(404);
});

test("help in both languages, paths, and an exit that leaves nothing running", TIME, async () => {
  await using army = await temporaryArmy();
  expect((await army.ovld(["serve", "--help", "--lang", "ja"])).stdout).toContain("ovld serve --port 0 --json");
  expect((await army.ovld(["paths"])).stdout).toContain(army.paths.token);
  await using server = await serving(army);
  const waiting = server.ask("/api/v1/events");
  await waiting;
  const said = server.printed();
  expect(await server.stop()).toBe(130);
  expect(server.printed()).toBe(said);
  await expect(fetch(`${server.url}/api/v1/health`)).rejects.toThrow();
});

test("serve continues when its stdout is closed", TIME, async () => {
  await using army = await temporaryArmy();
  await using before = await serving(army);
  await before.stop();
  const argv = [resolve("dist/main.cjs"), "serve", "--port", new URL(before.url).port];
  const child = spawn(process.execPath, argv, {
    cwd: army.project,
    env: army.env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close");
  child.stdout.destroy();
  const status = async () => (await before.ask("/api/v1/health").catch(() => undefined))?.status;
  await expect.poll(status, { timeout: 30_000 }).toBe(200);
  child.kill("SIGINT");
  expect(await ended).toEqual([130, null]);
});
