import type { TemporaryArmy } from "./temporary-army.ts";

/** Opens a tmux session with a window per role that prints the role; resolves with the pane id of each role. */
export async function openPanes(
  army: TemporaryArmy,
  session: string,
  roles: readonly string[],
): Promise<Record<string, string>> {
  const show = (role: string) => `'echo the pane of ${role}; exec sleep 100000'`;
  const [first = "", ...others] = roles;
  const start = `tmux new-session -d -s ${session} -n ${first} ${show(first)}`;
  const windows = others.map((role) => `\\; new-window -d -t =${session}: -n ${role} ${show(role)}`);
  await army.shell(`${start} ${windows.join(" ")}`);
  const { stdout } = await army.shell(`tmux list-panes -s -t =${session} -F '#{window_name} #{pane_id}'`);
  const lines = stdout.trim().split("\n");
  return Object.fromEntries(lines.map((line) => line.split(" ") as [string, string]));
}
