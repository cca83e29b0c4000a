import { fileURLToPath } from "node:url";
import { systemClock } from "#base/clock.ts";
import { printTable } from "./measure.ts";
import { installPeers } from "./peers/install.ts";
import { mail } from "./peers/mail.ts";
import { panes } from "./peers/panes.ts";
import { makePlace } from "./peers/place.ts";
import { start } from "./peers/start.ts";
import { type Line, printHead, printLines } from "./peers/table.ts";
import { take } from "./peers/take.ts";
import { typing } from "./peers/typing.ts";
import { allWays } from "./peers/ways.ts";
import { beWorker } from "./peers/workers/ours.ts";

/** The same work through ovld, through peers that a package registry has, and through bare calls. */
async function compare(): Promise<void> {
  const place = makePlace();
  try {
    const peers = installPeers(place);
    const ways = allWays(place, peers, fileURLToPath(import.meta.url));
    const storing = ways.filter((way) => way.storing);
    const parts: Record<string, () => Promise<Line[]>> = {
      start: () => start(place, peers),
      panes: () => panes(place, peers, ways),
      mail: () => mail(place, storing),
      typing: () => typing(place, ways),
    };
    const wanted = process.env.PARTS?.split(",") ?? Object.keys(parts);
    // Each part as it ends: a later one may fail.
    printHead();
    for (const name of wanted) printLines((await parts[name]?.()) ?? []);
    const ovld = ways.find(({ name }) => name === "ovld");
    if (ovld && wanted.includes("mail")) printTable([await take(place, ovld)]);
  } finally {
    // hcom writes its log for a moment after its agent has ended.
    await systemClock.wait(2000);
    place.remove();
  }
}

const [mode, kind = ""] = process.argv.slice(2);
if (mode === "worker") await beWorker(kind);
else await compare();
