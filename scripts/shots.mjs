// `npm run shots`: pictures of the dashboard, with a real army on a real tmux and real relays; only the agents are
// scripted.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { prepare } from "./prepare.mjs";
import { runStep } from "./run-step.mjs";
import { storyIn } from "./shots-story.mjs";

/**
 * @typedef {{ env: Record<string, string>, project: string, session: string, folder: string,
 *   relays: Map<string, Relay> }} Fixture
 */
/** @typedef {{ ask: (method: string, params?: object) => Promise<any>, end: () => Promise<void> }} Relay */

const [COLUMNS, ROWS] = [100, 24];
const TIME_LIMIT = 60_000;

prepare();
runStep("node", ["scripts/build.mjs"]);
const { terminalSvg } = await bundled("terminal-svg");
mkdirSync("docs/pictures", { recursive: true });
for (const lang of /** @type {const} */ (["en", "ja"])) {
  const fixture = openFixture();
  try {
    ovld(fixture, ["summon", "--mux", "tmux", "--detach", "--no-rituals", "--lang", lang]);
    await play(fixture, lang);
    const title = lang === "en" ? "ovld dashboard" : "ovld dashboard（日本語）";
    const captured = await capture(fixture, lang);
    writeFileSync(`docs/pictures/dashboard-${lang}.svg`, terminalSvg(captured, { columns: COLUMNS, title }));
    console.log(`docs/pictures/dashboard-${lang}.svg`);
  } finally {
    await closeFixture(fixture);
  }
}

/**
 * Bundles the drawing code, which parses terminals with ovld's own modules.
 * @param {string} name
 * @returns {Promise<typeof import("./terminal-svg.ts")>}
 */
async function bundled(name) {
  const { bundle } = await import("./bundle.mjs");
  return import(pathToFileURL(await bundle(`scripts/${name}.ts`, `.cache/shots/${name}.mjs`)).href);
}

/** @returns {Fixture} */
function openFixture() {
  const home = mkdtempSync(join(tmpdir(), "ovld-shots-"));
  // The folder's name is in the picture.
  const project = join(tmpdir(), "castle");
  mkdirSync(project);
  mkdirSync(join(home, "bin"));
  cpSync("test/fixtures/scripted-agent.sh", join(home, "bin", "claude"));
  const session = `ovld-${basename(project)}`;
  const env = {
    PATH: `${join(home, "bin")}:${process.env.PATH}`,
    ...{ HOME: home, OVLD_HOME: join(home, "ovld"), TMUX_TMPDIR: home },
    ...{ LANG: "C.UTF-8", TERM: "xterm-256color" },
    ...{ SCRIPTED_NODE: process.execPath, SCRIPTED_TUI: resolve("test/fixtures/scripted-tui.mjs") },
  };
  return { env, project, session, folder: join(home, "ovld", "sessions", session), relays: new Map() };
}

/** @param {Fixture} fixture */
async function closeFixture(fixture) {
  for (const relay of fixture.relays.values()) await relay.end();
  ovld(fixture, ["unsummon", "--all", "--force"]);
  rmSync(fixture.project, { recursive: true, force: true });
  rmSync(/** @type {string} */ (fixture.env.HOME), { recursive: true, force: true });
}

/** @param {Fixture} fixture @param {string[]} args */
function ovld({ env, project }, args) {
  execFileSync(process.execPath, [resolve("dist/main.cjs"), ...args], {
    cwd: project,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/**
 * An order goes down and reports come back, through the relay tools of agents.
 * @param {Fixture} fixture
 * @param {"en" | "ja"} lang
 */
async function play(fixture, lang) {
  const story = storyIn(lang);
  for (const role of ["strategist", "inferno", "glacier", "shadow", "storm"]) mood(fixture, role, "ready");
  mood(fixture, "overlord", "busy");
  ovld(fixture, ["send", "overlord", story.order]);
  for (const call of story.calls) await use(fixture, call);
  mood(fixture, "inferno", "busy");
  mood(fixture, "shadow", "asking", JSON.stringify({ tool_name: "Bash" }));
}

/**
 * Calls a tool through the relay of the role.
 * @param {Fixture} fixture
 * @param {import("./shots-story.mjs").Call} call
 */
async function use(fixture, { role, tool, input }) {
  const relay = fixture.relays.get(role) ?? (await openRelay(fixture, role));
  fixture.relays.set(role, relay);
  const { result } = await relay.ask("tools/call", { name: tool, arguments: input });
  if (result?.isError ?? true) throw new Error(JSON.stringify(result));
  // Mail counts as received when the agent's turn has continued.
  for (let step = 0; step < 2; step++)
    execFileSync(resolve("dist/hooks/step.sh"), [join(fixture.folder, "bell", role)], { input: "" });
}

/**
 * Starts a relay as the role's own agent does.
 * @param {Fixture} fixture
 * @param {string} role
 * @returns {Promise<Relay>}
 */
async function openRelay({ folder, project, env: outer }, role) {
  const { mcpServers } = JSON.parse(readFileSync(join(folder, "relay", "mcp", `${role}.json`), "utf8"));
  const [server] = /** @type {{ command: string, args: string[], env: Record<string, string> }[]} */ (
    Object.values(mcpServers)
  );
  if (!server) throw new Error(`${role} has no relay`);
  const { command, args, env } = server;
  const relay = spawn(command, args, {
    cwd: project,
    env: { ...outer, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  /** @param {object} message */
  const say = (message) => relay.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  /** @type {Map<number, (answer: any) => void>} */
  const asked = new Map();
  createInterface({ input: relay.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method === "ping") say({ id: message.id, result: {} });
    else asked.get(message.id)?.(message);
  });
  let id = 0;
  /** @param {string} method @param {object} [params] */
  const ask = (method, params = {}) =>
    new Promise((answer) => {
      asked.set(++id, answer);
      say({ id, method, params });
    });
  const clientInfo = { name: "shots", version: "1" };
  await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  say({ method: "notifications/initialized" });
  const end = async () => {
    relay.stdin.end();
    await new Promise((done) => relay.once("exit", done));
  };
  return { ask, end };
}

/**
 * Records a mood as the hooks of an agent do.
 * @param {Fixture} fixture
 * @param {string} role
 * @param {string} name
 * @param {string} [event]
 */
function mood({ folder }, role, name, event) {
  const why = event === undefined ? [] : ["why"];
  execFileSync(resolve("dist/hooks/mood.sh"), [join(folder, "bell", role), name, ...why], { input: event ?? "" });
}

/** @param {Fixture} fixture @param {string} lang */
async function capture({ env, project, session }, lang) {
  const program = `exec env -u TMUX '${process.execPath}' '${resolve("dist/main.cjs")}' dashboard --session ${session} --lang ${lang}`;
  /** @param {string[]} args */
  const tmux = (...args) =>
    execFileSync("tmux", ["-L", "shots", "-f", "/dev/null", ...args], { cwd: project, env, encoding: "utf8" });
  tmux("new-session", "-d", "-x", String(COLUMNS), "-y", String(ROWS), program);
  const until = Date.now() + TIME_LIMIT;
  while (!/running|稼働中/.test(tmux("capture-pane", "-p"))) {
    if (Date.now() > until) throw new Error(`the dashboard shows:\n${tmux("capture-pane", "-p")}`);
    await pause(100);
  }
  // Delivery states are updated by the next background task.
  await pause(3000);
  const captured = tmux("capture-pane", "-p", "-e");
  tmux("kill-server");
  return captured;
}
