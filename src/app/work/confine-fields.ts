import { join } from "node:path";
import type { AgentLaunch } from "#agent-cli/launch.ts";
import { type Confinement, confine } from "#app/confine/confine.ts";
import type { Services } from "#app/services.ts";
import type { Config } from "#config/settings.ts";
import { inField } from "./in-field.ts";
import type { FieldOrder } from "./open-fields.ts";
import type { FieldsPlan } from "./plan-fields.ts";

interface Army {
  config: Config;
  directory: string;
  folder: string;
  agents: readonly Pick<AgentLaunch, "ownPlaces">[];
  /** Of roles without a field. */
  sandbox: Confinement;
}

/** How agents start in their fields, each confined to its own. */
interface ConfinedFields extends Pick<Confinement, "files" | "folders"> {
  orders: FieldOrder[];
  /** Roles without a field get the army's sandbox. */
  wrap(role: string, argv: [string, ...string[]]): [string, ...string[]];
}

export async function confineFields(
  { fields, record }: FieldsPlan,
  { sandbox, ...army }: Army,
  services: Services,
): Promise<ConfinedFields> {
  const confined = await Promise.all(
    fields.map(async (field) => {
      const own = { path: field.path, shared: record?.shared ?? "", profile: join(army.folder, "guard", field.role) };
      const { files, folders, wrap } = await confine(army, services, own);
      const enter = (argv: readonly string[]) => wrap(inField(field, argv, services.env));
      const setup = army.config.work.setup.map((command) => ({ command, argv: enter(["sh", "-c", command]) }));
      return { order: { ...field, setup }, files, folders, enter };
    }),
  );
  return {
    orders: confined.map(({ order }) => order),
    files: confined.flatMap(({ files }) => files),
    folders: [...new Set(confined.flatMap(({ folders }) => folders))],
    wrap: (role, argv) => confined.find(({ order }) => order.role === role)?.enter(argv) ?? sandbox.wrap(argv),
  };
}
