import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleText } from "#test/support/bundle.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";

const SOURCE = `import { openSync } from "node:fs";
import { openControl } from "./src/multiplexer/tmux/control-client.ts";
import { tmuxRunner } from "./src/multiplexer/tmux/run.ts";

const say = (word: string, error: any) => console.log(word, error.code);
const ask = () => void client.ask(["list-panes"]).catch((error) => say("asked", error));
try {
  if (process.argv[2] === "full") for (;;) openSync("/dev/null", "r");
} catch {}
const client = openControl(tmuxRunner({ program: "./none", env: {} }), ["attach-session"], {
  notify() {},
  end(error) {
    say("ended", error);
    setImmediate(ask);
  },
});
ask();
client.close();`;

for (const [name, state] of [
  ["cannot be started", "empty"],
  ["gets EMFILE", "full"],
])
  test(`a client that ${name}ends once and rejects every pending command`, async () => {
    await using army = await temporaryArmy();
    const program = await bundleText(SOURCE, join(army.folder, "program.mjs"));
    const { stdout, stderr } = await army.shell(`ulimit -n 64; exec '${process.execPath}' '${program}' ${state}`);
    const reason = "program-unstartable";
    expect({ stdout, stderr }).toEqual({ stdout: `ended ${reason}\nasked ${reason}\nasked ${reason}\n`, stderr: "" });
  });
