// The work of the bench through oh-my-claudecode's own modules; see ../worker.ts. Arguments: the folder of its package.
import { writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const team = join(process.argv[2] ?? "", "dist", "team");
/** @param {string} name */
const load = (name) => import(pathToFileURL(join(team, name)).href);
const { captureTmuxServerIdentity, sendToWorker } = await load("tmux-session.js");
const { teamSendMessage } = await load("team-ops.js");

/** @param {object} reply */
const say = (reply) => writeSync(1, `${JSON.stringify(reply)}\n`);
/** Of the tmux server, which oh-my-claudecode records when it starts a team. @type {unknown} */
let identity;

/** @type {Record<string, (request: any) => Promise<boolean>>} */
const jobs = {
  async send({ pane, text }) {
    identity ??= await captureTmuxServerIdentity();
    return sendToWorker("", pane, text, identity);
  },
  async put({ folder, from, bodies }) {
    for (const body of bodies) {
      const before = performance.now();
      await teamSendMessage("bench", from, "reader", body, folder);
      say({ ack: body.slice(0, 40), ms: performance.now() - before });
    }
    return true;
  },
};

say({ ok: true });
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  try {
    say({ ok: (await jobs[request.job]?.(request)) === true });
  } catch (error) {
    say({ ok: false, why: String(error) });
  }
}
