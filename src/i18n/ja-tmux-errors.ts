import type { WordingOf } from "#base/error-entry.ts";
import type { tmuxErrors } from "#base/tmux-errors.ts";
import { expectation } from "./ja-expectation.ts";

export const jaTmuxErrors: WordingOf<typeof tmuxErrors> = {
  "tmux-session-failed": {
    message: (v) => `セッション "${v.session}" を作れませんでした（${v.step}）: ${v.reason}`,
    hint: (v) =>
      v.cleanedUp
        ? "途中まで作ったものはすべて取り除きました。"
        : "一部が残っている可能性があります。tmux が応答すれば `cleanupDeadSessions()` が見つけます。",
  },
  "bad-argument": {
    message: (v) => `${v.argument} は${expectation(v.expected)}でなければなりませんが、${v.found} です`,
  },
  "window-unknown": {
    message: (v) =>
      `セッション "${v.session}" にウィンドウ "${v.window}" はありません。あるもの: ${v.known.join(", ")}`,
  },
  "agent-unknown": {
    message: (v) => `セッション "${v.session}" にエージェント "${v.agent}" はいません。いるのは: ${v.known.join(", ")}`,
  },
  "pane-occupied": {
    message: (v) => `セッション "${v.session}" のペイン ${v.pane} はエージェント "${v.agent}" のものです`,
    hint: () => "エージェントのいないペインを選んでください。",
  },
};
