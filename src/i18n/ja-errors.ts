import { type ErrorWording, helpOf, lastLine } from "#base/error-table.ts";
import type { Expectation } from "#base/expectation.ts";
import type { FormationProblem } from "#base/formation-problem.ts";

/** すべてのエラーの日本語。英語は base/error-table.ts にある。 */
export const jaErrors: ErrorWording = {
  bug: {
    message: (v) => `内部エラー: ${v.reason}`,
    hint: () => "ovld の不具合です。--debug を付けて再実行し、表示された内容を報告してください。",
  },
  cancelled: { message: () => "中止しました" },

  "unknown-verb": {
    message: (v) => `不明なコマンド: ${v.verb}${v.nearest ? `（${v.nearest} のことですか？）` : ""}`,
    hint: () => "`ovld --help` で一覧を表示します。",
  },
  "unknown-flag": {
    message: (v) => `不明なフラグ: ${v.flag}${v.nearest ? `（${v.nearest} のことですか？）` : ""}`,
    hint: (v) => `\`${helpOf(v.verb)}\` で一覧を表示します。`,
  },
  "flag-needs-value": {
    message: (v) => `${v.flag} には値が必要です`,
    hint: (v) => `\`${helpOf(v.verb)}\` に例があります。`,
  },
  "flag-takes-no-value": {
    message: (v) => `${v.flag} は値を取りません`,
    hint: (v) => `\`${helpOf(v.verb)}\` に例があります。`,
  },
  "bad-flag-value": {
    message: (v) => `${v.flag} は${expectation(v.expected)}でなければなりませんが、"${v.found}" が指定されました`,
  },
  "missing-argument": {
    message: (v) => `ovld ${v.verb} には <${v.argument}> が必要です`,
    hint: (v) => `\`${helpOf(v.verb)}\` に例があります。`,
  },
  "extra-argument": {
    message: (v) => `ovld ${v.verb} は "${v.argument}" を受け取りません`,
    hint: (v) => `\`${helpOf(v.verb)}\` に使い方があります。`,
  },

  "no-home": {
    message: () =>
      "ホームディレクトリがありません: OVLD_HOME、XDG_CONFIG_HOME、HOME のいずれも未設定か、絶対パスではありません",
    hint: () => "HOME を設定するか、ovld のファイルを置くフォルダを OVLD_HOME に設定してください。",
  },
  "toml-syntax": {
    message: (v) => `${v.file}:${v.line}:${v.column}: TOML として正しくありません: ${v.reason}`,
    hint: () => "その行を直してください。ファイルは元のままです。",
  },
  "bad-value": {
    message: (v) =>
      `${v.file}:${v.line}:${v.column}: ${v.key} は${expectation(v.expected)}でなければなりませんが、${v.found} です`,
    hint: () => "その行を直してください。ファイルは元のままです。",
  },
  "bad-environment": {
    message: (v) => `${v.variable} は${expectation(v.expected)}でなければなりませんが、${v.found} です`,
    hint: (v) => `${v.variable} を許される値にするか、未設定にしてください。`,
  },
  "file-not-text": {
    message: (v) => `${v.file} は UTF-8 のテキストではありません`,
    hint: () => "UTF-8 で保存し直すか、別の場所へ移してください。",
  },

  "program-missing": {
    message: (v) => `${v.program} がインストールされていないか、PATH にありません`,
    hint: () => "`ovld doctor` がこの環境でのインストール方法を示します。",
  },
  "program-failed": {
    message: (v) =>
      `${v.program} が${v.signal ? `シグナル ${v.signal} で終了しました` : `終了ステータス ${v.exitCode} で失敗しました`}${v.stderr ? `: ${lastLine(v.stderr)}` : ""}`,
  },
  "program-timeout": {
    message: (v) =>
      `${v.program} が ${v.ms} ミリ秒以内に応答しませんでした${v.stderr ? `: ${lastLine(v.stderr)}` : ""}`,
    hint: () => "もう一度試してください。続く場合は `ovld doctor` で原因が分かるかもしれません。",
  },
  "program-unstartable": {
    message: (v) => `${v.program} を起動できません: ${v.reason}`,
  },

  "file-missing": {
    message: (v) => `${v.file} がありません`,
  },
  "file-failed": {
    message: (v) => `${v.file} を${actions[v.action]}できません: ${v.reason}`,
    hint: () => "フォルダがあるか、自分のものか、ディスクに空きがあるかを確かめてください。",
  },
  "lock-timeout": {
    message: (v) => `${v.file} はプロセス ${v.holder} に ${v.ms} ミリ秒の間ロックされています`,
    hint: () => "別の ovld が作業中です。終わるのを待つか、そのプロセスを終了してから再実行してください。",
  },

  "formation-unknown": {
    message: (v) => `陣形 "${v.name}" はありません。あるもの: ${v.known.join(", ")}`,
    hint: () => "`ovld paths` が示す陣形のフォルダに <名前>.toml を置いてください。",
  },
  "formation-invalid": {
    message: (v) => `${v.file}:${v.line}:${v.column}: ${formationProblem(v.problem)}`,
    hint: () => "書式は `docs/formations.md` にあります。",
  },

  "session-unknown": {
    message: (v) =>
      `セッション "${v.session}" はありません。${v.known.length ? `あるもの: ${v.known.join(", ")}` : "登録されたものはありません"}`,
  },
  "session-none-here": {
    message: (v) => `${v.directory} に登録された軍はありません`,
    hint: () => "軍のプロジェクトへ移動するか、--session で軍を指定してください。",
  },
  "session-ended": {
    message: (v) => `セッション "${v.session}" はもう動いていません`,
    hint: () => "そのディレクトリで `ovld summon` を実行すると新たに始まり、`ovld unsummon` で残りを消せます。",
  },
  "session-exists": {
    message: (v) => `セッション "${v.session}" は ${v.directory} 用に登録済みです`,
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
    hint: () => "ペインは閉じられました。",
  },
  "pane-exited": {
    message: (v) => `セッション "${v.session}" のペイン ${v.pane} のプログラムは終了しています。何も入力していません`,
    hint: () => "そのペインで Enter を押すと再び起動します。",
  },
  "session-taken": {
    message: (v) => `${v.program} には既にセッション "${v.session}" があります`,
    hint: () => "何も起動していません。接続するか、先に終了してください。",
  },
  "session-not-started": {
    message: (v) =>
      `セッション "${v.session}" が立ち上がる前に ${v.program} が終了しました${v.exitCode ? `（終了ステータス ${v.exitCode}）` : ""}`,
    hint: () => "理由を出力していれば、上に表示されています。動いたままのものはありません。",
  },
  "panes-missing": {
    message: (v) => `${v.program} が開いたセッション "${v.session}" に、次のペインがありません: ${v.panes.join(", ")}`,
    hint: () => "セッションは終了しました。もう一度試してください。",
  },
  "session-not-ended": {
    message: (v) => `終了を指示した後も ${v.program} にセッション "${v.session}" が残っています`,
    hint: () => "もう一度試してください。続く場合は `ovld doctor` で原因が分かるかもしれません。",
  },

  "agent-gone": {
    message: (v) => `${v.role} のエージェントは終了しています`,
  },
  "ritual-missing": {
    message: (v) => `儀式 ${v.file} がありません`,
    hint: (v) => `探した場所: ${v.folders.join("、")}。\`ovld init\` が付属の儀式を書きます。`,
  },
  "no-terminal": {
    message: () => "端末ではないため、軍を表示できません",
    hint: () => "`ovld summon --detach` は背後で召喚します。後から `ovld attach` で表示できます。",
  },
  "inside-multiplexer": {
    message: (v) => `この端末は既に ${v.multiplexer} の中で動いています`,
    hint: () => "`ovld summon --detach` は背後で召喚します。別の端末から接続してください。",
  },
  "program-too-old": {
    message: (v) => `${v.program} ${v.found} は古すぎます。${v.needed} 以降が必要です`,
    hint: () => "`ovld doctor` が新しい版の入れ方を示します。",
  },
  "multiplexer-unsupported": {
    message: (v) => `${v.multiplexer} での召喚にはまだ対応していません`,
    hint: () => "zellij を使ってください: `--mux zellij`。",
  },
  "needs-force": {
    message: () => "端末ではないため、確認できません",
    hint: () => "`--force` を付けると確認せずに還送します。",
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

  "role-unknown": {
    message: (v) => `役割 "${v.role}" はいません。いるのは: ${v.known.join(", ")}`,
  },
  "subject-too-long": {
    message: (v) => `件名が ${v.characters} 文字あります。上限は ${v.limit} 文字です`,
    hint: () => "件名を短くし、残りは本文に書いてください。何も送信されていません。",
  },
  "body-too-long": {
    message: (v) => `本文が ${v.bytes} バイトあります。上限は ${v.limit} バイトです`,
    hint: () => "本文をプロジェクト内のファイルに書き、そのパスを送ってください。何も送信されていません。",
  },
  "store-missing": {
    message: (v) => `${v.folder} に伝令の保管庫がありません`,
    hint: () => "軍は既に還送されたか、OVLD_RELAY_DIR の指す場所が違います。",
  },
  "store-damaged": {
    message: (v) => `${v.file} は伝令の保管庫が置いたものと異なります`,
    hint: () => "何かが保管庫を書き換えました。軍を還送し、もう一度召喚してください。",
  },
  "relay-environment": {
    message: (v) => `${v.variable} が設定されていません`,
    hint: () => "伝令は軍のエージェントが OVLD_ROLE、OVLD_RELAY_DIR、OVLD_SESSION を設定して起動します。",
  },
};

const actions = { read: "読み取り", write: "書き込み", remove: "削除" } as const;

function expectation(expected: Expectation): string {
  switch (expected.type) {
    case "one-of":
      return expected.values.length === 1 ? `${expected.values[0]}` : ` ${expected.values.join("、")} のいずれか`;
    case "text":
      return "引用符で囲んだ文字列";
    case "text-matching":
      return ` ${expected.example} のような文字列`;
    case "boolean":
      return " true か false";
    case "whole-number":
      return `${range(expected)}整数`;
    case "number":
      return "数値";
    case "list":
      return "リスト";
    case "table":
      return "テーブル";
    case "absolute-path":
      return "絶対パスか ~/ で始まるパス";
    case "present":
      return "必須";
    case "shorter":
      return ` ${expected.characters} 文字以内`;
    case "not-empty":
      return "空でない値";
  }
}

function range({ from, to }: { from?: number | undefined; to?: number | undefined }): string {
  if (from !== undefined && to !== undefined) return ` ${from} から ${to} までの`;
  if (from !== undefined) return ` ${from} 以上の`;
  return to === undefined ? "" : ` ${to} 以下の`;
}

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
