import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { programsIn } from "#test/support/process-table.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { ConfigLoader, type TmuxConfig, TmuxManager } from "#tmux.ts";

const execute = promisify(execFile);

/** A tmux server for one test, with a manager; both leave nothing behind. */
export interface TmuxFixture extends AsyncDisposable {
  army: TemporaryArmy;
  config: TmuxConfig;
  manager: TmuxManager;
  another(changes?: Partial<TmuxConfig>): TmuxManager;
  /** Bare tmux on the same server. */
  tmux(...args: string[]): Promise<string>;
  serverPid(): Promise<number>;
  /** Command lines of processes started in sessions of this fixture, without the server and its clients. */
  programs(): string[];
}

export async function tmuxFixture(changes: Partial<TmuxConfig> = {}, conf = ""): Promise<TmuxFixture> {
  const army = await temporaryArmy();
  await writeFile(`${army.home}/.tmux.conf`, conf);
  const { tmux: loaded } = ConfigLoader.load({ env: army.env, directory: army.project });
  const config: TmuxConfig = { ...loaded, ...changes };
  const another = (more: Partial<TmuxConfig> = {}) => new TmuxManager({ ...config, ...more });
  const socket = config.socketPath ? ["-S", config.socketPath] : config.socketName ? ["-L", config.socketName] : [];
  const tmux = async (...args: string[]) =>
    (await execute("tmux", ["-u", ...socket, ...args], { env: army.env, cwd: army.project })).stdout;
  return {
    army,
    config,
    manager: another(),
    another,
    tmux,
    serverPid: async () => Number(await tmux("display-message", "-p", "#{pid}")),
    programs: () =>
      programsIn(army.home)
        .map(({ argv }) => argv.join(" "))
        .filter((line) => !/^tmux\b/.test(line)),
    [Symbol.asyncDispose]: () => army[Symbol.asyncDispose](),
  };
}
