import type { WordingOf } from "#errors/error-entry.ts";
import type { tmuxErrors } from "#errors/tmux-errors.ts";
import { unlike } from "./ja-expectation.ts";

export const jaTmuxErrors: WordingOf<typeof tmuxErrors> = {
  "tmux-session-failed": {
    message: (v) => `セッション "${v.session}" を作れませんでした（${v.step}）: ${v.reason}`,
    hint: (v) =>
      v.cleanedUp
        ? "途中まで作ったものはすべて取り除きました。原因を直して、もう一度試してください。"
        : "一部が残っている可能性があります。tmux が応答すれば `cleanupDeadSessions()` が見つけます。",
  },
  "bad-argument": {
    message: (v) => unlike(v.argument, v),
    hint: () => "何もしていません。各メソッドの引数は `docs/tmux.md` にあります。",
  },
  "window-unknown": {
    message: (v) =>
      `セッション "${v.session}" にウィンドウ "${v.window}" はありません。あるもの: ${v.known.join(", ")}`,
    hint: () => "閉じられたか、名前が変わったか、作られていません。あるものを指定してください。",
  },
  "agent-unknown": {
    message: (v) => `セッション "${v.session}" にエージェント "${v.agent}" はいません。いるのは: ${v.known.join(", ")}`,
    hint: () => "このセッションは、そのエージェントなしで作られました。いるものを指定してください。",
  },
  "pane-occupied": {
    message: (v) => `セッション "${v.session}" のペイン ${v.pane} はエージェント "${v.agent}" のものです`,
    hint: () => "エージェントのいないペインを選んでください。",
  },
};
