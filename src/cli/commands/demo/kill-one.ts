import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenArmy } from "#app/armies/open-army.ts";
import { moodsIn } from "#app/observe/moods.ts";
import type { Context } from "#cli/frame/context.ts";
import { nameIn } from "#cli/render/message-text.ts";
import { demoWords } from "#i18n/demo-words.ts";
import type { Message } from "#mail/message.ts";
import { pidsFolder } from "./demo-home.ts";
import { duration } from "./story.ts";

const VICTIM = "shadow";
const LOOK_EVERY = 50;
const PATIENCE = 20_000;

/** Kills one agent during the conversation, then shows its mood, its mail and its restart. */
export async function killOne(
  { entry, store, roster }: OpenArmy,
  restart: (role: string) => Promise<void>,
  inDemo: Context,
): Promise<(message: Message) => Promise<void>> {
  const { out, words, clock, lang, signal } = inDemo;
  const say = demoWords(lang);
  const name = nameIn(roster, VICTIM, inDemo);
  const moodOf = await moodsIn(entry.name, inDemo);
  const whenMood = async (isWanted: (mood: string) => boolean) => {
    for (const deadline = clock.elapsed() + PATIENCE; ; await clock.wait(LOOK_EVERY, signal)) {
      const { mood } = await moodOf(VICTIM);
      if (isWanted(mood) || clock.elapsed() > deadline || signal.aborted) return mood;
    }
  };
  const show = (line: string) => out.line(out.paint("yellow", line));
  let act: "to kill" | "killed" | "back" = "to kill";
  return async ({ to }) => {
    if (act === "to kill" && to === "strategist") {
      act = "killed";
      const pid = Number(await readFile(join(pidsFolder(inDemo), VICTIM), "utf8"));
      process.kill(pid, "SIGKILL");
      show(say.killed(name, pid));
      show(say.seen(words.status.moods[await whenMood((mood) => mood === "gone")]));
    } else if (act === "killed" && to === VICTIM) {
      act = "back";
      show(say.mailOfDead(await store.mail.countUnread(VICTIM)));
      const began = clock.elapsed();
      await restart(VICTIM);
      await whenMood((mood) => mood === "ready" || mood === "busy");
      show(say.back(name, duration(clock.elapsed() - began)));
    }
  };
}
