import type { armyErrors } from "#errors/army-errors.ts";
import type { WordingOf } from "#errors/error-entry.ts";
import type { FormationProblem } from "#errors/formation-problem.ts";
import { jaArmy } from "./ja-army.ts";

export const jaArmyErrors: WordingOf<typeof armyErrors> = {
  "formation-unknown": {
    message: (v) => `陣形 "${v.name}" はありません。使用できる陣形: ${v.known.join(", ")}`,
    hint: () => "いずれかを指定するか、`ovld paths` が示す陣形のフォルダーに <名前>.toml を置いてください。",
  },
  "formation-invalid": {
    message: (v) => `${v.file}:${v.line}:${v.column}: ${formationProblem(v.problem)}`,
    hint: () => "何も起動していません。その行を修正してください。書式は `docs/formations.md` にあります。",
  },

  "session-unknown": {
    message: (v) =>
      `セッション "${v.session}" はありません。${v.known.length ? `登録済み: ${v.known.join(", ")}` : "登録済みのセッションはありません"}`,
    hint: () =>
      "`ovld status --all` ですべての軍を確認できます。`unsummon` と `restart` には省略しない名前が必要です。",
  },
  "session-none-here": {
    message: (v) => `${v.directory} に登録された軍はありません`,
    hint: () =>
      "`ovld summon` でここに召喚できます。別の軍には、そのディレクトリへ移動するか名前を指定します（一覧は `ovld status --all`）。",
  },
  "session-ended": {
    message: (v) => `セッション "${v.session}" は終了しています`,
    hint: () =>
      "そのディレクトリで `ovld summon` を実行すると再開または新規起動でき、`ovld unsummon` で残りを削除できます。",
  },
  "session-outdated": {
    message: (v) => `セッション "${v.session}" は古いバージョンの ovld で召喚されました`,
    hint: (v) =>
      `\`ovld unsummon ${v.session} --keep\` の後、そのディレクトリで \`ovld summon --resume\` を実行してください。メッセージと会話は残ります。`,
  },
  "agent-cli-unknown": {
    message: (v) =>
      `セッション "${v.session}" には、この ovld の知らないエージェント CLI があります: ${v.agent}（使用できるもの: ${v.known.join(", ")}）`,
    hint: () => "召喚したときのバージョンの ovld を使うか、`ovld unsummon` で削除してください。",
  },
  "project-moved": {
    message: (v) => `${v.directory} は ${v.found} へのリンクになっています。軍は別のフォルダーで召喚されました`,
    hint: () => "プロジェクトを元の場所に戻すか、`ovld unsummon` で還送してから、新しい軍を召喚してください。",
  },
  "sandbox-unknown": {
    message: (v) =>
      `再作成したレジストリに、セッション "${v.session}" がサンドボックス内で動いていたかの記録がありません`,
    hint: () =>
      "`ovld unsummon --keep` の後、`ovld summon --resume` を `--sandbox ENGINE` または `--no-sandbox` 付きで実行してください。",
  },
  "session-resumable": {
    message: (v) =>
      `セッション "${v.session}" は終了していますが、再開できます: 会話 ${v.conversations}、未読メッセージ ${v.unread}`,
    hint: () => "`ovld summon --resume` で再開するか、`ovld summon --fresh` で削除して新しく起動してください。",
  },
  "nothing-to-resume": {
    message: (v) => `${v.directory} に再開できる軍はありません`,
    hint: () => "`ovld summon` で新しい軍を召喚してください。",
  },
  "flag-with-resume": {
    message: (v) => `${v.flag} は --resume と併用できません。軍は召喚時の構成で再開されます`,
    hint: () => "どちらかを外してください。",
  },
  "session-exists": {
    message: (v) => `セッション "${v.session}" は ${v.directory} 用に登録済みです`,
    hint: () => "2 つの `ovld summon` が同時に同じ名前を選びました。もう一度召喚すると、別の名前になります。",
  },

  "layout-unrenderable": {
    message: (v) =>
      `レイアウトを生成できません: ${v.place} にレイアウトで使えない文字があります: ${JSON.stringify(v.value)}`,
    hint: () => "ディレクトリの名前を変えるか、陣形を修正してください。",
  },
  "path-not-utf8": {
    message: (v) => `パス ${v.path} は正しい UTF-8 ではなく、レイアウトに書けません`,
    hint: () => "そのフォルダーの名前を変えるか、OVLD_HOME に別のフォルダーを設定してください。",
  },
  "pane-gone": {
    message: (v) => `セッション "${v.session}" にペイン ${v.pane} はありません`,
    hint: () => "ペインは閉じられました。`ovld restart <役割>` でペインを開き直し、エージェントの会話を再開できます。",
  },
  "pane-exited": {
    message: (v) => `セッション "${v.session}" のペイン ${v.pane} のプログラムは終了しています。何も入力していません`,
    hint: () => "`ovld restart <役割>` でエージェントを再起動できます。最後の出力はペインに残っています。",
  },
  "session-taken": {
    message: (v) => `${v.program} には既にセッション "${v.session}" があります`,
    hint: () =>
      "何も起動していません。別のプログラムのセッションです。名前を変えるか終了してから、もう一度召喚してください。",
  },
  "session-not-started": {
    message: (v) =>
      `セッション "${v.session}" の起動前に ${v.program} が終了しました${v.exitCode ? `（終了ステータス ${v.exitCode}）` : ""}`,
    hint: () =>
      "動いたままのプロセスはありません。上に表示された原因を解消するか、`ovld doctor` で調べてから、もう一度召喚してください。",
  },
  "panes-missing": {
    message: (v) => `${v.program} が開いたセッション "${v.session}" に、次のペインがありません: ${v.panes.join(", ")}`,
    hint: () => "セッションを終了しました。もう一度試し、解決しない場合は `ovld doctor` で調べてください。",
  },
  "session-not-ended": {
    message: (v) => `終了を指示した後も ${v.program} にセッション "${v.session}" が残っています`,
    hint: () => "もう一度試し、解決しない場合は `ovld doctor` で調べてください。",
  },

  "agent-gone": {
    message: (v) => `${v.role} のエージェントは終了しています`,
    hint: (v) =>
      `自分で終了したか、強制終了されました。メッセージは残っています。\`ovld restart ${v.role}\` で再起動できます。最後の出力は \`ovld attach\` で確認できます。`,
  },
  "ritual-hindered": {
    message: (v) => `${v.role} のペインはまだ儀式を受け取れません: ${jaArmy.status.blockers[v.blocker]}`,
    hint: (v) => `\`ovld attach\` で接続し、そのペインで対応してから、\`ovld ritual ${v.role}\` を実行してください。`,
  },
  "ritual-missing": {
    message: (v) => `儀式 ${v.file} がありません`,
    hint: (v) =>
      `検索した場所: ${v.folders.join("、")}。そこに置くか、\`ovld init\` で付属の儀式を書き出すか、--no-rituals で召喚してください。`,
  },
  "no-terminal": {
    message: () => "端末ではないため、軍を表示できません",
    hint: (v) =>
      v.command === "demo"
        ? "何も起動していません。--attach を外した `ovld demo` は、デモをテキストで表示します。"
        : v.command === "attach"
          ? "端末から接続してください。`ovld status` と `ovld log` は端末なしで使えます。"
          : "`ovld summon --detach` でバックグラウンドで起動し、後から `ovld attach` で表示できます。",
  },
  "inside-multiplexer": {
    message: (v) => `この端末は既に ${v.multiplexer} の中で動いています`,
    hint: (v) =>
      v.command === "summon"
        ? "`ovld summon --detach` でバックグラウンドで起動し、別の端末から接続してください。"
        : "マルチプレクサの外の端末で実行してください。入れ子にするとキー操作が競合します。",
  },
  "program-too-old": {
    message: (v) => `${v.program} ${v.found} は古すぎます。${v.needed} 以降が必要です`,
    hint: () => "新しいバージョンのインストール方法は `ovld doctor` で確認できます。",
  },
  "no-server": {
    message: (v) => `${v.program} のサーバーは動いていません`,
    hint: () => "サーバーは最後のセッションとともに終了します。`ovld summon` で起動できます。",
  },
  "server-gone": {
    message: (v) => `処理の途中で ${v.program} のサーバーが終了しました`,
    hint: () =>
      "そのサーバーのセッションはすべて終了しました。軍のディレクトリで `ovld summon --resume` を実行すると再開でき、`ovld unsummon` で残りを削除できます。",
  },
  "needs-force": {
    message: () => "端末ではないため、確認できません",
    hint: () => "何も変更していません。確認を省略するには --force を付けてください。",
  },

  "sandbox-unsupported": {
    message: (v) => `サンドボックス ${v.engine} は ${v.platform} では利用できません`,
    hint: () => "何も起動していません。macOS では seatbelt、Linux では bubblewrap を使ってください。",
  },
  "sandbox-unusable": {
    message: (v) => `この環境では ${v.engine} でプログラムを隔離できません: ${v.reason}`,
    hint: () => "何も起動していません。要件は `docs/sandbox.md` にあります。--no-sandbox なら隔離せずに起動します。",
  },
  "sandbox-project": {
    message: (v) =>
      v.why === "everything"
        ? `${v.directory} への書き込みを許可するとすべての場所に書き込めるため、サンドボックスの効果がありません`
        : `${v.directory} は ovld ホームの中にあり、サンドボックス内のエージェントは変更できません`,
    hint: () => "別のディレクトリで召喚するか、--no-sandbox を付けてください。",
  },
};

function formationProblem(problem: FormationProblem): string {
  switch (problem.what) {
    case "unknown-key":
      return `不明なキー "${problem.key}"${problem.nearest ? `（"${problem.nearest}" のことですか？）` : ""}`;
    case "pane-content":
      return "ペインには role、view、panes のいずれか 1 つだけを指定する必要があります";
    case "reserved-role":
      return `"${problem.role}" は予約済みのため、役割の id にできません`;
    case "duplicate-role":
      return `役割 "${problem.role}" が重複して定義されています`;
    case "unknown-role":
      return `役割 "${problem.role}" はありません。使用できる役割: ${problem.known.join(", ")}`;
    case "role-without-pane":
      return `役割 "${problem.role}" のペインがどのタブにもありません`;
    case "role-twice":
      return `役割 "${problem.role}" のペインが 2 つあります`;
    case "duplicate-tab":
      return `タブ "${problem.tab}" が重複して定義されています`;
    case "sizes":
      return `タブ "${problem.tab}" のサイズの合計が 100% ではなく ${problem.sum}% です`;
    case "rank":
      return `役割 "${problem.role}" の上官 "${problem.superior}" の階級は、その役割より上ではありません`;
    case "focus-twice":
      return `タブ "${problem.tab}" に focus がありますが、既に別のタブに指定されています`;
    case "unsafe-path":
      return `"${problem.path}" は ".." を含まない相対パスでなければなりません`;
  }
}
