import type { AgentLaunch } from "#agent-cli/launch.ts";
import type { Services } from "#app/services.ts";
import { programs } from "#config/programs.ts";
import type { Config } from "#config/settings.ts";
import { resolvePaths } from "#home/paths.ts";
import { chooseSandbox } from "#sandbox/choose-sandbox.ts";
import type { SandboxFile, WritePolicy } from "#sandbox/sandbox.ts";
import { writePaths } from "./write-paths.ts";
import { writePolicy } from "./write-policy.ts";

export type SandboxNotice = "enabled" | "unsupported" | "bubblewrap";

type Argv = [string, ...string[]];

interface Army {
  config: Config;
  directory: string;
  folder: string;
  agents: readonly Pick<AgentLaunch, "ownPlaces">[];
}

/** The role's own worktree, and the folder of its repository that commits go to. */
interface OwnField {
  path: string;
  shared: string;
  /** Folder of the sandbox's files for this role. */
  profile: string;
}

/** How the agents of one army are confined. */
export interface Confinement {
  notices: SandboxNotice[];
  /** Folders and files that must exist before an agent starts. */
  folders: readonly string[];
  files: SandboxFile[];
  wrap(argv: Argv): Argv;
}

/** Fail-closed: if the chosen engine does not work here, `summon` fails before it creates anything. */
export async function confine(army: Army, services: Services, field?: OwnField): Promise<Confinement> {
  const { platform, adapters } = services;
  const { config } = army;
  const folder = field?.profile ?? army.folder;
  const { engine, notice } = chooseSandbox({ platform, configured: config.sandbox.engine });
  const sandbox = await adapters.openSandbox(engine, programs.bubblewrap.command);
  const policy = engine === "none" ? UNCONFINED : await policyFor(army, services, field);
  await sandbox.check(policy, folder);
  return {
    notices: notice ? noticesOn(platform) : engine === "none" ? [] : ["enabled"],
    folders: sandbox.folders(policy),
    files: sandbox.files(policy, folder),
    wrap: (argv) => sandbox.wrap(argv, policy, folder),
  };
}

const UNCONFINED: WritePolicy = { folders: [], readOnly: [], files: [], hidden: [] };

async function policyFor(
  { config, directory, folder, agents }: Army,
  { env, platform }: Services,
  field: OwnField | undefined,
): Promise<WritePolicy> {
  const paths = resolvePaths(env);
  const extra = config.sandbox.extra_write_paths;
  return writePolicy(
    await writePaths({
      ...{ platform, env: { ...env }, project: directory, paths, sessionFolder: folder },
      ...{ agents, extra, field },
    }),
  );
}

/** A requirement fixes the first line. Alone it would be wrong on Linux, which has a sandbox. */
function noticesOn(platform: NodeJS.Platform): SandboxNotice[] {
  return platform === "linux" ? ["unsupported", "bubblewrap"] : ["unsupported"];
}
