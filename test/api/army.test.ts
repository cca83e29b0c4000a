import { expect, vi } from "vitest";
import { expectNothingLeft } from "#test/support/nothing-left.ts";
import { without } from "#test/support/programs.ts";
import { installScriptedAgent, notesOf } from "#test/support/scripted-agents.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { verifying } from "#test/support/verifies.ts";
import { openStream } from "./event-stream.ts";
import { serving } from "./serving.ts";

for (const multiplexer of ["zellij", "tmux"] as const) {
  const verifies = verifying({ skip: without(multiplexer), timeout: 300_000 });

  verifies("tmux:related:api", `an army's whole life over the API, on ${multiplexer}`, async () => {
    await using army = await temporaryArmy();
    await installScriptedAgent(army);
    await using server = await serving(army);
    const { client } = server;
    await using stream = await openStream(server);
    await stream.until((events) => events.some(({ type }) => type === "ready"));

    const order = { directory: army.project, multiplexer, rituals: false };
    const created = await client.call("createSession", { body: order });
    expect(created).toMatchObject({ name: "ovld-project", multiplexer, state: "running", formation: "overlord" });
    const path = { session: created.name };
    expect((await client.call("listSessions", {})).sessions).toEqual([created]);
    expect(await client.call("getSession", { path })).toEqual(created);
    await expect(client.call("createSession", { body: order })).rejects.toMatchObject({
      problem: { status: 409, code: "session-exists" },
    });
    await stream.until(() => stream.of("session").some(({ data }) => data.state === "running"));

    const { agents } = await client.call("listAgents", { path });
    expect(agents).toHaveLength(6);
    for (const { pane } of agents) expect(pane).toBeTruthy();
    await vi.waitUntil(async () => (await notesOf(army, "storm")).pid > 0, { timeout: 60_000 });
    const storm = { ...path, role: "storm" };
    for (const format of ["text", "ansi"] as const)
      await vi.waitFor(
        async () =>
          expect(await client.call("getScreen", { path: storm, query: { format } })).toMatchObject({
            format,
            text: expect.stringContaining("ready"),
          }),
        { timeout: 60_000, interval: 200 },
      );
    expect(await client.call("getScreen", { path: storm, query: { format: "cells" } })).toMatchObject({
      format: "cells",
      rows: expect.arrayContaining([[expect.objectContaining({ text: expect.stringContaining("ready") })]]),
      size: { columns: expect.any(Number), rows: expect.any(Number) },
    });

    const { message } = await client.call("sendMessage", { path: storm, body: { body: "Close the gate" } });
    await stream.until(() => stream.of("message").some(({ data }) => data.message.id === message.id));
    const stored = await client.call("getMessage", { path: { ...path, message: message.id } });
    expect(stored).toMatchObject({ body: "Close the gate", from: "user", to: "storm" });

    const { pid } = await notesOf(army, "storm");
    await client.call("restartAgent", { path: storm });
    await vi.waitUntil(async () => ![0, pid].includes((await notesOf(army, "storm")).pid), { timeout: 60_000 });
    const before = (await notesOf(army, "glacier")).pid;
    await client.call("restartSession", { path });
    await vi.waitUntil(async () => ![0, before].includes((await notesOf(army, "glacier")).pid), { timeout: 60_000 });
    await expect(client.call("createSession", { body: { ...order, resume: true } })).rejects.toMatchObject({
      problem: { status: 409, code: "session-exists" },
    });

    await client.call("deleteSession", { path });
    await stream.until(() => stream.of("session-removed").some(({ data }) => data.session === created.name));
    expect((await client.call("listSessions", {})).sessions).toEqual([]);
    await expect(client.call("deleteSession", { path })).rejects.toMatchObject({ problem: { status: 404 } });
    await stream.close();
    expect(await server.stop()).toBe(130);
    await expectNothingLeft(army, created.name);
  });
}
