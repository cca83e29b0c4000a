import type { enWork } from "./en-work.ts";
import { jaObstacles } from "./ja-work-errors.ts";

export const jaWork: typeof enWork = {
  fields: (roles, base) => `${base} から、役割ごとの git ワークツリーで作業します: ${roles.join("、")}`,
  uncommitted: (count) =>
    `ワークツリーは最後のコミットから始まります。プロジェクトの未コミットのファイルは含まれません: ${count}`,
  shared: (obstacle) => `全員がプロジェクト本体で作業します: ${jaObstacles[obstacle]}`,
  dryRun: "ワークツリーとブランチ:",
  setup: (command) => `準備: ${command}`,
  heading: "ワークツリー",
  missing: "フォルダーがありません。`ovld restart` でブランチから作り直せます",
  unknown: "確認できません",
  landed: "未処理の作業なし",
  none: "このディレクトリの軍にはワークツリーがありません。",
  snapshotAt: (time) => `スナップショット ${time}`,
  noSnapshots: "このリポジトリーにはワークツリーのスナップショットがありません。",
  rescueHint: "`ovld work rescue <ID>` でブランチを作成できます。プロジェクトのファイルは変わりません。",
  rescued: (branch, time) => `${branch} に ${time} のファイルがあります。\`git diff HEAD ${branch}\` で確認できます。`,
  lost: (branch, what) => `作業 ${branch}: ${what}。未コミットのファイルは失われ、コミットは残ります`,
};
