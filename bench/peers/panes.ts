import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { median, roundRobin } from "../measure.ts";
import type { Peers } from "./install.ts";
import type { Place } from "./place.ts";
import { type Line, ms, ratio } from "./table.ts";
import type { Way } from "./ways.ts";
import { startWorker } from "./worker.ts";

const ROUNDS = 10;
const WINDOWS = { meta: 1, design: 4, development: 4, business: 4 };
/** Program of every pane: a shell without a profile, whose start would be measured instead. */
const SHELL = ["/bin/sh", "-i"];

type Module = typeof import("../../src/tmux.ts");

/** Four windows with thirteen panes, each case on a tmux server of its own. */
export async function panes(place: Place, peers: Peers, ways: readonly Way[]): Promise<Line[]> {
  const { at, env } = place;
  const call = (program: string, ...args: string[]) => {
    const { status, stderr } = spawnSync(program, args, { env, cwd: at("home"), encoding: "utf8", timeout: 60_000 });
    if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  };
  const end = (name: string) => spawnSync("tmux", ["-L", name, "kill-server"], { env });
  const built = pathToFileURL(resolve("dist/tmux.js")).href;
  const { ConfigLoader, TmuxManager } = (await import(built)) as Module;
  const manager = new TmuxManager({ ...ConfigLoader.load({ env, directory: at("home") }).tmux, socketName: "ovld" });
  const way = ways.find(({ name }) => name === "libtmux");
  const libtmux = way && (await startWorker(way.argv, env, at("home")));
  writeFileSync(at("tmuxp.json"), JSON.stringify(tmuxpFile()));
  const cases: Record<string, { work: () => unknown; does: string }> = {
    limit: { work: () => call("tmux", "-L", "limit", ...chain()), does: "one chained tmux call" },
    ovld: {
      work: () => manager.createSession("mas"),
      does: "`createSession` of `ovld/tmux` in a running program; records each pane's id",
    },
    ...(libtmux && {
      libtmux: {
        work: async () => {
          const { ok, why } = await libtmux.ask({ job: "panes", socket: "libtmux", windows: WINDOWS });
          if (!ok) throw new Error(why);
        },
        does: "`new_session`, `new_window`, `split` in a running program: an object for each pane",
      },
    }),
    ...(peers.tmuxp && {
      tmuxp: {
        work: () => call(join(peers.tmuxp!.bin, "tmuxp"), "load", "-d", "-L", "tmuxp", at("tmuxp.json")),
        does: "`tmuxp load -d`, with Python's start; also types commands, hooks and options of a file, which are empty here",
      },
    }),
  };
  const samples: Record<string, number[]> = {};
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, { work }] of Object.entries(cases)) {
        const { one } = await roundRobin({ one: work }, 1);
        samples[name] = [...(samples[name] ?? []), ...one];
        end(name);
      }
  } finally {
    libtmux?.kill();
    for (const name of Object.keys(cases)) end(name);
  }
  const time = (name: string) => median(samples[name] ?? []);
  return Object.entries(cases).map(([name, { does }]) => ({
    ...{ what: "4 windows, 13 panes", who: name === "limit" ? "bare limit" : name, does },
    ...{ result: ms(time(name)), ratio: ratio(time(name), time("limit")) },
  }));
}

const chain = () =>
  Object.entries(WINDOWS).flatMap(([name, count], index) => [
    ...(index === 0
      ? ["new-session", "-d", "-s", "mas", "-n", name, "-x", "200", "-y", "50", ...SHELL]
      : [";", "new-window", "-t", "=mas:", "-n", name, ...SHELL]),
    ...Array.from({ length: count - 1 }, () => [";", "split-window", "-t", "=mas:", ...SHELL]).flat(),
    ...(count > 1 ? [";", "select-layout", "-t", "=mas:", "tiled"] : []),
  ]);

const tmuxpFile = () => ({
  session_name: "mas",
  windows: Object.entries(WINDOWS).map(([window_name, count]) => ({
    ...{ window_name, layout: "tiled" },
    panes: Array.from({ length: count }, () => ({ shell: SHELL.join(" ") })),
  })),
});
