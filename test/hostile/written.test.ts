import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { ownIdentity } from "#base/process-identity.ts";
import { exitStatus } from "#errors/ovld-error.ts";
import { hostile } from "./hostile.ts";
import { MINE } from "./hostile-fixture.ts";

hostile(
  "S4: the watcher writes to no target of a link",
  async (fixture) => {
    await fixture.agent(`
      for file in logs/watch.log watch.log losses.json logs/losses.json events.jsonl rituals.json bell/watch.log; do
        rm -f "$S/$file"; ln -s "$HOME/.bashrc" "$S/$file"; done`);
    expect(await fixture.ovld("watch")).toMatchObject({ status: 0 });
    await fixture.agent(`mv "$S/logs" "$S/l"; ln -s "${fixture.canaries.folder}" "$S/logs"`);
    expect(await fixture.ovld("watch")).toMatchObject({ status: 0 });
    expect(await readFile(join(fixture.mine.folder, "watch.log"), "utf8")).toContain('"event":"start"');
  },
  { running: false },
);

hostile("S5: unsummon of an army whose store became a link does not harm the link's target", async (fixture) => {
  await fixture.agent(`mv "$S/relay" "$S/r" && ln -s ../ovld-other/relay "$S/relay"`);
  for (const line of ["send overlord hello", "log", `unsummon ${MINE} --force`])
    expect(await fixture.ovld(...line.split(" "))).toMatchObject({ status: 0 });
});

hostile("S5: commands write to no target of links in a store", async (fixture) => {
  await fixture.agent(`set -e; cd "$S/relay"; for part in inbox archive status pending delivery .tmp quarantine; do
    rm -rf "$part"; ln -s "$OTHER/relay/$part" "$part"; done
    rm -f .clock; ln -s "$HOME/.bashrc" .clock; rm -rf "$S/bell/storm"; ln -s "$OTHER/bell/storm" "$S/bell/storm"`);
  for (const line of ["send storm x", "inbox storm", "status", "doctor --fix", `unsummon ${MINE} --force`])
    expect(await fixture.ovld(...line.split(" ")), line).toMatchObject({ status: exitStatus.store });
});

hostile("S9: unsummon ends the agents although the record names another multiplexer", async (fixture) => {
  await fixture.agent(`sed 's/"tmux"/"zellij"/' "$S/session.json" >"$S/.new" && mv "$S/.new" "$S/session.json"`);
  await fixture.ovld("unsummon", MINE, "--force");
  expect((await fixture.army.shell(`tmux has-session -t =${MINE}`)).status).not.toBe(0);
  expect(existsSync(fixture.mine.folder)).toBe(false);
});

hostile("S9: a role in the record is not used as a path", async (fixture) => {
  const { folder } = fixture.canaries;
  const path = "../../../../../../canaries";
  await fixture.army.shell(`mkfifo ring; cat ring >heard 2>/dev/null &`, { cwd: folder });
  await fixture.agent(`sed 's|"overlord",|"${path}",|' "$S/session.json" >"$S/.new" && mv "$S/.new" "$S/session.json"`);
  for (const line of ["status", "restart --all --force", `unsummon ${MINE} --force`])
    expect(await fixture.ovld(...line.split(" ")), line).toMatchObject({ status: 0 });
  expect(await readFile(join(folder, "heard"), "utf8")).toBe("");
  await rm(join(folder, "heard"));
});

hostile("S8: without the index, a record that an agent edited does not remove the sandbox", async (fixture) => {
  const summonedWith = '"summonedWith":{"lang":"en","rituals":false,"formation":{},"sandbox":"none","autonomy":"full"}';
  await fixture.agent(
    `sed 's|"panes"|${summonedWith},"panes"|' "$S/session.json" >"$S/.n" && mv "$S/.n" "$S/session.json"`,
  );
  const record = join(fixture.mine.folder, "session.json");
  const entry = JSON.parse(await readFile(record, "utf8")) as Record<string, unknown>;
  const ours = { lang: "en", rituals: false, formation: {}, sandbox: "none", autonomy: "full" };
  await writeFile(record, JSON.stringify({ ...entry, summonedWith: ours }));
  await writeFile(fixture.army.paths.registry, "{}");
  await fixture.army.shell(`tmux kill-session -t =${MINE}`);
  const back = await fixture.ovld("summon", "--resume", "--detach", "--no-rituals", "--dry-run");
  expect(back).toMatchObject({ status: 9 });
});

/** A lock file whose nonce is a path; `ovld send` and `doctor --fix` find it. */
async function lockFor(victim: string): Promise<string> {
  const gone = { ...(await ownIdentity()), pid: 4194305, started: undefined };
  return JSON.stringify({ ...gone, nonce: `/${"../".repeat(20)}${victim}` });
}

hostile("N1: the content of a lock names no file to remove", async (fixture) => {
  const victim = join(fixture.army.home, ".bashrc").slice(1);
  const content = await lockFor(victim);
  await fixture.agent(`
    rm -f "$S"/bell/*/mood
    for at in "$S" "$S/relay"; do for name in a pane-_0 pane-_1 pane-_2 pane-_3 pane-_4 pane-_5 take-_0; do
      mkdir "$at/$name.lock."; printf '%s' '${content}' >"$at/$name.lock"; done; done`);
  const held = async (name: string) => (await readdir(fixture.mine.relay)).includes(name);
  expect([await held("pane-_0.lock"), await held("a.lock")]).toEqual([true, true]);
  await fixture.ovld("send", "overlord", "go on");
  expect([await held("pane-_0.lock"), await held("a.lock")]).toEqual([false, true]);
  await fixture.ovld("doctor", "--fix");
  expect(await held("a.lock")).toBe(false);
});

hostile(
  "L12: git settings of an agent do not extend its write access to an outer repository",
  async (fixture) => {
    const outer = dirname(fixture.mine.directory);
    await fixture.army.shell(`git init -q '${outer}' && git init -q '${fixture.mine.directory}'`);
    await fixture.agent(`set -e; git config core.worktree '${outer}'`);
    // Runs the agent with the policy of its next restart.
    const { stdout } = await fixture.agent(`echo x >'${outer}/file' && echo written`);
    expect(stdout).toBe("");
  },
  { directory: "outer/inner" },
);
