import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, vi } from "vitest";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { findProgram } from "#base/find-program.ts";
import { sessionPaths } from "#home/paths.ts";
import type { Message } from "#mail/message.ts";
import type { MultiplexerKind } from "#multiplexer/multiplexer.ts";
import { roles } from "#test/support/army-roles.ts";
import { mailLog } from "#test/support/mail-log.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { waitHooksAt } from "./agent-processes.ts";
import { installClaude } from "./claude-code.ts";
import { type Script, type ScriptedModel, scriptedModel } from "./scripted-model.ts";

const execute = promisify(execFile);

export const kings = roles.slice(2);
const SESSION = "ovld-project";
const WAIT = { timeout: 60_000, interval: 100 };

/** Six real agents in a real session, started by `ovld summon`. */
export interface RealArmy extends AsyncDisposable {
  army: TemporaryArmy;
  model: ScriptedModel;
  paths(role: string): AgentPaths;
  panes: Readonly<Record<string, string>>;
  /** Types into a role's pane as a person does, without Enter; resolves when the text is shown. */
  type(role: string, text: string): Promise<void>;
  enter(role: string): Promise<void>;
  /** Screen of the role's pane, with colours. */
  screen(role: string): Promise<string>;
  /** Every message of the session, from `ovld log`. */
  log(): Promise<Message[]>;
  /** Everything that ovld has typed into any pane since the last call. */
  keystrokes(): Promise<string[]>;
  /** Resolves when all agents are idle with an armed wait hook. */
  rests(): Promise<void>;
}

export interface RealArmyOptions {
  kind: MultiplexerKind;
  lang?: "en" | "ja";
  script: Script;
  summon?: readonly string[];
  /** Settings of ovld, as environment variables. */
  settings?: Readonly<Record<string, string>>;
  /** Installs further agent CLIs; resolves with the variables that they need. */
  install?: (army: TemporaryArmy, model: ScriptedModel) => Promise<Record<string, string>>;
  /** Formation of these roles alone, each in a tab of its own. */
  only?: readonly string[];
}

export async function summonRealArmy({
  kind,
  lang = "en",
  script,
  summon = [],
  settings = {},
  only,
  install = async () => ({}),
}: RealArmyOptions): Promise<RealArmy> {
  const model = await scriptedModel(script);
  const army = await temporaryArmy();
  const end = async () => {
    await army[Symbol.asyncDispose]();
    await model[Symbol.asyncDispose]();
  };
  // A test that hits its timeout never reaches the end of its function.
  onTestFinished(end);
  Object.assign(army.env, await installClaude(army, { model: model.url }), await install(army, model), {
    OVLD_MULTIPLEXER: kind,
    OVLD_LANG: lang,
    OVLD_AUTONOMY: "full",
    ...settings,
    [`OVLD_PROGRAMS_${kind.toUpperCase()}`]: await recorder(army, kind),
  });
  if (only) await writeFormation(army, only);
  const summoned = await army.ovld(["summon", "--detach", ...summon]);
  expect(summoned, `${summoned.stdout}${summoned.stderr}`).toMatchObject({ status: 0 });
  const { folder, relay } = sessionPaths(army.paths, SESSION);
  const paths = (role: string) => ({ role, folder, relay });
  const { panes } = JSON.parse((await army.ovld(["status", "--json"])).stdout) as { panes: Record<string, string> };
  const paneOf = (role: string) => panes[role] ?? "";
  const call = async (...args: string[]) => (await execute(kind, args, { env: army.env })).stdout;
  const action = (...args: string[]) => call("--session", SESSION, "action", ...args);
  const person = {
    tmux: {
      type: (pane: string, text: string) => call("send-keys", "-l", "-t", pane, "--", text),
      enter: (pane: string) => call("send-keys", "-t", pane, "Enter"),
      screen: (pane: string) => call("capture-pane", "-p", "-e", "-t", pane),
    },
    zellij: {
      type: (pane: string, text: string) => action("write-chars", "--pane-id", pane, "--", text),
      enter: (pane: string) => action("send-keys", "--pane-id", pane, "Enter"),
      screen: (pane: string) => action("dump-screen", "--pane-id", pane, "--ansi"),
    },
  }[kind];
  let read = 0;
  return {
    ...{ army, model, paths, panes },
    async type(role, text) {
      await person.type(paneOf(role), text);
      await vi.waitFor(async () => expect(unspaced(await person.screen(paneOf(role)))).toContain(unspaced(text)), WAIT);
    },
    enter: async (role) => void (await person.enter(paneOf(role))),
    screen: (role) => person.screen(paneOf(role)),
    log: () => mailLog(army),
    async keystrokes() {
      const calls = (await readFile(join(army.folder, "calls"), "utf8")).split("\n").filter(Boolean);
      const fresh = calls.slice(read);
      read = calls.length;
      return fresh.filter((line) => TYPING.test(line));
    },
    async rests() {
      await vi.waitFor(async () => {
        const { roles } = JSON.parse((await army.ovld(["status", "--json"])).stdout) as { roles: { mood: string }[] };
        expect(roles.map(({ mood }) => mood)).toEqual(roles.map(() => "ready"));
      }, WAIT);
      await vi.waitUntil(
        () => (only ?? roles).every((role) => waitHooksAt(exchangePaths(paths(role)).fifo).length === 1),
        WAIT,
      );
    },
    [Symbol.asyncDispose]: end,
  };
}

async function writeFormation({ paths, env }: TemporaryArmy, only: readonly string[]): Promise<void> {
  const role = (id: string) => [
    ...["[[roles]]", `id = "${id}"`, `name = { en = "${id}", ja = "${id}" }`, 'icon = "*"'],
    ...["rank = 1", 'layer = "execution"', "[[tabs]]", `name = "${id}"`, `panes = [{ role = "${id}" }]`],
  ];
  await mkdir(paths.formations, { recursive: true });
  const lines = ['title = { en = "Few", ja = "少数" }', ...only.flatMap(role)];
  await writeFile(join(paths.formations, "few.toml"), `${lines.join("\n")}\n`);
  env.OVLD_FORMATION = "few";
}

const TYPING = /\b(paste-buffer|send-keys|set-buffer|load-buffer|paste|write-chars|write)\b/;

/** The multiplexer behind a script that records ovld's calls, one a line. */
async function recorder(army: TemporaryArmy, kind: MultiplexerKind): Promise<string> {
  const [file, calls] = [join(army.folder, `recorded-${kind}`), join(army.folder, "calls")];
  const real = findProgram(kind, process.env.PATH);
  const note = `printf '%s\\n' "$(printf '%s ' "$@" | tr '\\n' ' ')" >>'${calls}'`;
  await writeFile(calls, "");
  await writeFile(file, `#!/bin/sh\n${note}\nexec '${real}' "$@"\n`, { mode: 0o755 });
  return file;
}

/** Removes line breaks of a narrow pane and colours. */
function unspaced(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are told by escape sequences
  return text.replaceAll(/\u001b\[[\d;:?]*[A-Za-z]|\s/g, "");
}
