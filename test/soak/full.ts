import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { soak } from "./soak.ts";

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const messages = Number(process.env.MESSAGES ?? 20_000);
console.log(`SEED=${seed} MESSAGES=${messages}`);
await using folder = await temporaryFolder();
const { faults, kills, redelivered, seconds } = await soak({ messages, seed, folder: folder.path });
console.log(`${kills} kills, ${redelivered} redeliveries, ${seconds.toFixed(0)} s`);
for (const fault of faults.slice(0, 50)) console.error(fault);
console.log(faults.length === 0 ? "nothing lost" : `${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
