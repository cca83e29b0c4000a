import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { skipWithout } from "#test/support/programs.ts";
import { standInProgram } from "#test/support/stand-in-program.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { literal, type TmuxCommand } from "./command.ts";
import { tmuxRunner } from "./run.ts";

const live = (name: string, work: (army: TemporaryArmy) => Promise<void>) =>
  test(name, { timeout: 60_000 }, async (context) => {
    skipWithout(context, "tmux");
    await using army = await temporaryArmy();
    await work(army);
  });

const odd = ["'", '"', "\\", "$", "$(id)", "`", ";", "\\;", "#", "#{pid}", "%", "~", "{", "}", "-", "=", " ", "\t"];
const text = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...odd, "\n", "\r", "\n  ", "\n#", "日本語", "👑", "e\u0301", "\u0001", "\\n") }),
    fc.string({ unit: "binary", maxLength: 20 }),
  )
  .filter((each) => !each.includes("\0"));

live("any text is one argument, on the command line and through stdin", async ({ env }) => {
  const tmux = tmuxRunner({ program: "tmux", env });
  await tmux.run([["new-session", "-d", "-s", "a", "cat"]]);
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 20 }), fc.boolean(), async (texts, hidden) => {
      const set = texts.map((value, index): TmuxCommand => ["set-environment", "-g", "--", `V${index}`, value]);
      const shown = texts.map((_, index): TmuxCommand => ["show-environment", "-g", `V${index}`]);
      const said = await tmux.run([...set, ...shown, ["display-message", "-p", "the end"]], { hidden });
      // This version prints a new line or a control character as it is; later versions escape it.
      expect(said).toBe(`${texts.map((value, index) => `V${index}=${value}\n`).join("")}the end\n`);
    }),
    { numRuns: 25 },
  );
});

live(
  "a command list above tmux's argument limit goes through stdin and stops at the first failure",
  async ({ env }) => {
    const tmux = tmuxRunner({ program: "tmux", env });
    const long = "魔王;".repeat(20_000);
    const commands: TmuxCommand[] = [
      ["new-session", "-d", "-s", "a", "cat"],
      ["set-environment", "-g", "LONG", long],
      ["show-environment", "-g", "LONG"],
    ];
    expect(await tmux.run(commands)).toBe(`LONG=${long}\n`);
    await expect(tmux.run([...commands.slice(1), ["has-session", "-t", "=b"], ["kill-server"]])).rejects.toMatchObject({
      code: "program-failed",
      details: { stderr: "can't find session: b\n" },
    });
    expect(await tmux.run([["list-sessions", "-F", "#{session_name}"]])).toBe("a\n");
  },
);

live("a text in a format is not expanded", async ({ env }) => {
  const tmux = tmuxRunner({ program: "tmux", env });
  for (const each of ["#S", "#{pid}", "#(id)", "##", "#[fg=red]", "#,"])
    expect(await tmux.run([["new-session", "-d", "-P", "-F", literal(each), "cat"]])).toBe(`${each}\n`);
});

live("non-ASCII text survives an ASCII locale", async ({ env }) => {
  const tmux = tmuxRunner({ program: "tmux", env: { ...env, LANG: "C", LC_ALL: "C" } });
  expect(await tmux.run([["new-session", "-d", "-P", "-F", "魔王 👑", "cat"]])).toBe("魔王 👑\n");
});

live("a missing server and a hung one are different errors", async ({ env }) => {
  const tmux = tmuxRunner({ program: "tmux", env });
  await expect(tmux.run([["list-sessions"]])).rejects.toMatchObject({ code: "no-server" });
  await tmux.run([["new-session", "-d", "-s", "a", "cat"]]);
  const pid = Number(await tmux.run([["display-message", "-p", "#{pid}"]]));
  process.kill(pid, "SIGSTOP");
  await expect(tmux.run([["list-sessions"]], { timeLimit: 200 })).rejects.toMatchObject({ code: "program-timeout" });
  process.kill(pid, "SIGKILL");
  await vi.waitFor(
    async () => {
      await expect(tmux.run([["list-sessions"]])).rejects.toMatchObject({ code: "no-server" });
    },
    { timeout: 20_000 },
  );
});

live("inside a pane the default server is used, unless a socket is named", async (army) => {
  const inside = { ...army.env, TMUX: `${army.folder}/other,1,0`, TMUX_PANE: "%7" };
  await tmuxRunner({ program: "tmux", env: inside }).run([["new-session", "-d", "-s", "default", "cat"]]);
  const path = join(army.folder, "own.sock");
  for (const socket of [{ name: "own" }, { path }])
    await tmuxRunner({ program: "tmux", env: inside, socket }).run([["new-session", "-d", "-s", "own", "cat"]]);
  const names = async (socket?: { name?: string; path?: string }) =>
    tmuxRunner({ program: "tmux", env: army.env, socket }).run([["list-sessions", "-F", "#{session_name}"]]);
  expect(await names()).toBe("default\n");
  expect([await names({ name: "own" }), await names({ path })]).toEqual(["own\n", "own\n"]);
});

live("a tmux that cannot read commands from stdin gets a temporary file", async (army) => {
  const { program, calls } = await standInProgram(
    army.folder,
    `for last; do :; done
[ "$last" = - ] && { echo 'No such file or directory: -' >&2; exit 1; }
exec tmux "$@"`,
  );
  const tmux = tmuxRunner({ program, env: army.env });
  const list: TmuxCommand[] = [
    ["new-session", "-d", "-s", "a", "cat"],
    ["display-message", "-p", "made"],
  ];
  expect(await tmux.run(list, { hidden: true })).toBe("made\n");
  const [, retried] = await calls();
  expect(existsSync(retried!.at(-1)!)).toBe(false);
  await expect(tmux.run(list, { hidden: true })).rejects.toMatchObject({ code: "program-failed" });
});
