import type { WordingOf } from "#errors/error-entry.ts";
import type { obstacleTexts, workErrors } from "#errors/work-errors.ts";

export const jaObstacles: typeof obstacleTexts = {
  "no-role": "陣形に `field = true` の役割がありません",
  "no-git": "git がインストールされていません",
  "git-old": "git が 2.34 より古いバージョンです",
  "no-repository": "git リポジトリーの中にありません",
  unsafe: "git が所有者を信頼していません（safe.directory）",
  "no-work-tree": "リポジトリーの作業ツリーの中にありません",
  "no-commit": "リポジトリーにまだコミットがありません",
  submodules: "リポジトリーにサブモジュールがあります",
  sandboxed: "エージェントがサンドボックスの中にあり、エージェントが書いた git の設定がその外で効いてしまいます",
  "around-home": "リポジトリーの中に ovld のホームがあります",
};

export const jaWorkErrors: WordingOf<typeof workErrors> = {
  "field-impossible": {
    message: (v) => `${v.directory} では役割ごとのワークツリーを作成できません: ${jaObstacles[v.obstacle]}`,
    hint: () =>
      "何も変更していません。原因を取り除くか、`--isolation shared` を付けてプロジェクト本体で作業させてください。",
  },
  "field-broken": {
    message: (v) => `${v.path} にはファイルがありますが、プロジェクトのワークツリーではなくなっています`,
    hint: () => "中のファイルは変更していません。このフォルダーを移動してから、もう一度実行してください。",
  },
  "field-setup-failed": {
    message: (v) => `${v.role} の準備に失敗しました: ${v.command}: ${v.reason}`,
    hint: () => "新しいワークツリーは削除しました。`[work] setup` または原因を修正してから、もう一度実行してください。",
  },
  "snapshot-unknown": {
    message: (v) =>
      `"${v.word}" のスナップショットはありません。${v.known.length ? `スナップショットのある役割: ${v.known.join(", ")}` : "ここには 1 つもありません"}`,
    hint: () => "`ovld work rescue` で、このリポジトリーのスナップショットを一覧できます。",
  },
  "work-unlanded": {
    message: (v) => `まだ取り込まれていない作業が失われます: ${v.branches.join("、")}`,
    hint: () =>
      "何も変更していません。先にマージまたはコミットするか、`ovld purge --force` を使ってください。コミットのあるブランチは残ります。",
  },
};
