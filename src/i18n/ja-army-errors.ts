import type { armyErrors } from "#base/army-errors.ts";
import type { WordingOf } from "#errors/error-entry.ts";
import type { FormationProblem } from "#errors/formation-problem.ts";
import { jaArmy } from "./ja-army.ts";

export const jaArmyErrors: WordingOf<typeof armyErrors> = {
  "formation-unknown": {
    message: (v) => `陣形 "${v.name}" はありません。あるもの: ${v.known.join(", ")}`,
    hint: () => "`ovld paths` が示す陣形のフォルダに <名前>.toml を置いてください。",
  },
  "formation-invalid": {
    message: (v) => `${v.file}:${v.line}:${v.column}: ${formationProblem(v.problem)}`,
    hint: () => "その行を直してください。書式は `docs/formations.md` にあります。何も起動していません。",
  },

  "session-unknown": {
    message: (v) =>
      `セッション "${v.session}" はありません。${v.known.length ? `あるもの: ${v.known.join(", ")}` : "登録されたものはありません"}`,
    hint: () =>
      "還送されたか、名前が違います。`unsummon` と `restart` には名前全体が必要です。`ovld status --all` がすべての軍を示します。",
  },
  "session-none-here": {
    message: (v) => `${v.directory} に登録された軍はありません`,
    hint: () =>
      "軍のプロジェクトへ移動するか、軍の名前を指定してください（`ovld status --all` で一覧）。`ovld summon` でここに召喚できます。",
  },
  "session-ended": {
    message: (v) => `セッション "${v.session}" はもう動いていません`,
    hint: () =>
      "そのディレクトリで `ovld summon` を実行すると呼び戻すか新たに始められ、`ovld unsummon` で残りを消せます。",
  },
  "session-outdated": {
    message: (v) => `セッション「${v.session}」は古い版の ovld で召喚されたものです`,
    hint: (v) =>
      `\`ovld unsummon ${v.session} --keep\` の後、そのディレクトリで \`ovld summon --resume\` を実行してください。伝令と会話は残ります。`,
  },
  "project-moved": {
    message: (v) => `${v.directory} は ${v.found} へのリンクになっています。軍勢は別のフォルダーで召喚されました`,
    hint: () => "プロジェクトを元の場所に戻すか、`ovld unsummon` で軍勢を解散し、改めて召喚してください。",
  },
  "sandbox-unknown": {
    message: (v) =>
      `レジストリを作り直したため、セッション「${v.session}」がサンドボックス内で動いていたか分かりません`,
    hint: () =>
      "`ovld unsummon --keep` で終了し、`ovld summon --resume --sandbox ENGINE` または `--no-sandbox` で指定してください。",
  },
  "session-resumable": {
    message: (v) =>
      `セッション "${v.session}" は終わりましたが、呼び戻せます: 会話 ${v.conversations}、未読の伝令 ${v.unread}`,
    hint: () => "`ovld summon --resume` で呼び戻し、`ovld summon --fresh` で消して新たに始めます。",
  },
  "nothing-to-resume": {
    message: (v) => `${v.directory} に呼び戻せる軍はいません`,
    hint: () => "`ovld summon` で新たに召喚できます。",
  },
  "flag-with-resume": {
    message: (v) => `${v.flag} は --resume と併用できません。軍は元のまま戻ります`,
    hint: () => "どちらかを外してください。",
  },
  "session-exists": {
    message: (v) => `セッション "${v.session}" は ${v.directory} 用に登録済みです`,
    hint: () => "二つの召喚が同時に同じ名前を選びました。`ovld status --all` で確かめ、もう一度召喚してください。",
  },

  "layout-unrenderable": {
    message: (v) =>
      `レイアウトを生成できません: ${v.place} にレイアウトで表せない文字があります: ${JSON.stringify(v.value)}`,
    hint: () => "ディレクトリの名前を変えるか、陣形を直してください。",
  },
  "path-not-utf8": {
    message: (v) => `パス ${v.path} は正しい UTF-8 ではなく、レイアウトに書けません`,
    hint: () => "そのフォルダの名前を変えるか、OVLD_HOME を別の場所にしてください。",
  },
  "pane-gone": {
    message: (v) => `セッション "${v.session}" にペイン ${v.pane} はありません`,
    hint: () => "ペインは閉じられました。`ovld restart <役割>` でペインを開き直し、エージェントを元の会話に戻せます。",
  },
  "pane-exited": {
    message: (v) => `セッション "${v.session}" のペイン ${v.pane} のプログラムは終了しています。何も入力していません`,
    hint: () => "`ovld restart <役割>` でそのペインのエージェントを起動し直せます。最後の言葉はペインに残っています。",
  },
  "session-taken": {
    message: (v) => `${v.program} には既にセッション "${v.session}" があります`,
    hint: () =>
      "何も起動していません。この軍のものではないセッションです。名前を変えるか終了してから、もう一度召喚してください。",
  },
  "session-not-started": {
    message: (v) =>
      `セッション "${v.session}" が立ち上がる前に ${v.program} が終了しました${v.exitCode ? `（終了ステータス ${v.exitCode}）` : ""}`,
    hint: () =>
      "理由を出力していれば上にあります。それを直すか `ovld doctor` で調べ、もう一度召喚してください。動いたままのものはありません。",
  },
  "panes-missing": {
    message: (v) => `${v.program} が開いたセッション "${v.session}" に、次のペインがありません: ${v.panes.join(", ")}`,
    hint: () => "セッションは終了しました。もう一度試し、続く場合は `ovld doctor` で調べてください。",
  },
  "session-not-ended": {
    message: (v) => `終了を指示した後も ${v.program} にセッション "${v.session}" が残っています`,
    hint: () => "もう一度試してください。続く場合は `ovld doctor` で原因が分かるかもしれません。",
  },

  "agent-gone": {
    message: (v) => `${v.role} のエージェントは終了しています`,
    hint: (v) =>
      `自ら終わったか、強制終了されました。伝令は残っています。最後の言葉は \`ovld attach\` で見られ、\`ovld restart ${v.role}\` で起動し直せます。`,
  },
  "ritual-hindered": {
    message: (v) => `${v.role} のペインはまだ儀式を受け取れません: ${jaArmy.status.hurdles[v.hurdle]}`,
    hint: (v) => `\`ovld attach\` で接続し、そのペインで対応してから、\`ovld ritual ${v.role}\` を実行してください。`,
  },
  "ritual-missing": {
    message: (v) => `儀式 ${v.file} がありません`,
    hint: (v) =>
      `探した場所: ${v.folders.join("、")}。そこに書くか、--no-rituals で召喚してください。付属の陣形の儀式は \`ovld init\` が書きます。`,
  },
  "no-terminal": {
    message: () => "端末ではないため、軍を表示できません",
    hint: (v) =>
      v.verb === "demo"
        ? "--attach のない `ovld demo` は同じことを行で伝えます。何も起動していません。"
        : v.verb === "attach"
          ? "端末から接続してください。`ovld status` と `ovld log` に端末は要りません。"
          : "`ovld summon --detach` は背後で召喚します。後から `ovld attach` で表示できます。",
  },
  "inside-multiplexer": {
    message: (v) => `この端末は既に ${v.multiplexer} の中で動いています`,
    hint: (v) =>
      v.verb === "summon"
        ? "`ovld summon --detach` は背後で召喚します。別の端末から接続してください。"
        : "別の端末で実行してください。二つのマルチプレクサは同じキーを奪い合います。",
  },
  "program-too-old": {
    message: (v) => `${v.program} ${v.found} は古すぎます。${v.needed} 以降が必要です`,
    hint: () => "`ovld doctor` が新しい版の入れ方を示します。",
  },
  "no-server": {
    message: (v) => `${v.program} のサーバーは動いていません`,
    hint: () => "最後のセッションとともに終わります。`ovld summon` が起動します。",
  },
  "server-gone": {
    message: (v) => `問い合わせの途中で ${v.program} のサーバーが終了しました`,
    hint: () =>
      "そのサーバーのセッションはすべて失われました。軍のディレクトリで `ovld summon --resume` を実行すると呼び戻せ、`ovld unsummon` で残りを消せます。",
  },
  "needs-force": {
    message: () => "端末ではないため、確認できません",
    hint: () => "何も変えていません。確認なしで進めるには --force を付けてください。",
  },

  "sandbox-unsupported": {
    message: (v) => `サンドボックス ${v.engine} は ${v.platform} にはありません`,
    hint: () => "seatbelt は macOS 用、bubblewrap は Linux 用です。何も起動していません。",
  },
  "sandbox-unusable": {
    message: (v) => `${v.engine} はここではプログラムを隔離できません: ${v.reason}`,
    hint: () =>
      "必要なものは `docs/sandbox.md` にあります。何も起動していません。--no-sandbox なら隔離せずに起動します。",
  },
  "sandbox-project": {
    message: (v) =>
      v.why === "everything"
        ? `${v.directory} に書き込めるエージェントはどこにでも書き込めるため、隔離の意味がありません`
        : `${v.directory} は ovld のホームの中にあり、隔離されたエージェントは変更できません`,
    hint: () => "別のディレクトリで召喚するか、--no-sandbox を付けてください。",
  },
};

function formationProblem(problem: FormationProblem): string {
  switch (problem.what) {
    case "unknown-key":
      return `不明なキー "${problem.key}"${problem.nearest ? `（"${problem.nearest}" のことですか？）` : ""}`;
    case "pane-content":
      return "ペインには role、view、panes のうちちょうど一つが必要です";
    case "reserved-role":
      return `"${problem.role}" は ovld 自身が使うため、役割の id にできません`;
    case "duplicate-role":
      return `役割 "${problem.role}" が二度定義されています`;
    case "unknown-role":
      return `役割 "${problem.role}" はありません。あるもの: ${problem.known.join(", ")}`;
    case "role-without-pane":
      return `役割 "${problem.role}" のペインがどのタブにもありません`;
    case "role-twice":
      return `役割 "${problem.role}" のペインが二つあります`;
    case "duplicate-tab":
      return `タブ "${problem.tab}" が二度定義されています`;
    case "sizes":
      return `タブ "${problem.tab}" のサイズの合計が 100% ではなく ${problem.sum}% です`;
    case "rank":
      return `役割 "${problem.role}" の上官 "${problem.superior}" の階級が上ではありません`;
    case "focus-twice":
      return `タブ "${problem.tab}" の focus は、既に別のタブが持っています`;
    case "unsafe-path":
      return `"${problem.path}" は ".." を含まない相対パスでなければなりません`;
  }
}
