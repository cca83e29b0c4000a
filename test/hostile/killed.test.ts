import { readFileSync } from "node:fs";
import { hostile } from "./hostile.ts";
import { MINE } from "./hostile-world.ts";

/** As hooks write it: the number of a process, and the boot and tick in which it started. */
function identityOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const started = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  return `${pid}\\n${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${started}\\n`;
}

const ENDINGS = [
  ["restart", "--all", "--force"],
  ["doctor", "--fix"],
  ["unsummon", MINE, "--force"],
];

for (const command of ENDINGS)
  hostile(`S11: ovld ${command.join(" ")} kills no process that an agent wrote down as its own`, async (world) => {
    const identity = identityOf(world.canaries.pid);
    await world.agent(`
      for role in "$S"/bell/*; do
        for file in agent relay waiter pid; do printf '${identity}' >"$role/$file"; done
        printf 'ready ${world.canaries.pid}\\n' >"$role/mood"
      done
      printf '{"pid":${world.canaries.pid},"nonce":"00"}' >"$S/relay/pane-_0.lock"`);
    await world.ovld(...command);
  });
