import { isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** `OVLD_HOME`, else `$XDG_CONFIG_HOME/ovld`, else `~/.config/ovld`. Relative values of the latter two are ignored. */
export function ovldHome({ OVLD_HOME, XDG_CONFIG_HOME, HOME }: Environment): string | undefined {
  if (OVLD_HOME) return OVLD_HOME;
  if (usable(XDG_CONFIG_HOME)) return join(XDG_CONFIG_HOME, "ovld");
  return usable(HOME) ? join(HOME, ".config", "ovld") : undefined;
}

function usable(path: string | undefined): path is string {
  return path !== undefined && isAbsolute(path);
}
