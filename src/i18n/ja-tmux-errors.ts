import type { WordingOf } from "#errors/error-entry.ts";
import type { tmuxErrors } from "#errors/tmux-errors.ts";
import { unlike } from "./ja-expectation.ts";

export const jaTmuxErrors: WordingOf<typeof tmuxErrors> = {
  "tmux-session-failed": {
    message: (v) => `セッション "${v.session}" を作成できませんでした（${v.step}）: ${v.reason}`,
    hint: (v) =>
      v.cleanedUp
        ? "途中まで作成したものはすべて削除しました。原因を解消して、もう一度試してください。"
        : "一部が残っている可能性があります。tmux の応答が戻ったら `cleanupDeadSessions()` を呼んでください。",
  },
  "bad-argument": {
    message: (v) => unlike(v.argument, v),
    hint: () => "何も変更していません。各メソッドの引数は `docs/tmux.md` にあります。",
  },
  "window-unknown": {
    message: (v) =>
      `セッション "${v.session}" にウィンドウ "${v.window}" はありません。使用できるウィンドウ: ${v.known.join(", ")}`,
    hint: () => "閉じられたか、名前が変わったか、作成されていません。既存のウィンドウを指定してください。",
  },
  "agent-unknown": {
    message: (v) =>
      `セッション "${v.session}" にエージェント "${v.agent}" はいません。使用できるエージェント: ${v.known.join(", ")}`,
    hint: () => "このセッションは、そのエージェントなしで作成されました。既存のエージェントを指定してください。",
  },
  "pane-occupied": {
    message: (v) => `セッション "${v.session}" のペイン ${v.pane} はエージェント "${v.agent}" のものです`,
    hint: () => "エージェントのいないペインを選んでください。",
  },
  "agent-has-pane": {
    message: (v) => `セッション "${v.session}" のエージェント "${v.agent}" には既にペイン ${v.pane} があります`,
    hint: () => "そのペインで再起動するには `respawnAgent` を、新しいエージェントには別の id を使ってください。",
  },
};
