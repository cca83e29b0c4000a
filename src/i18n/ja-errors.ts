import { type ErrorWording, helpOf, lastLine } from "#errors/error-table.ts";
import { jaApiErrors } from "./ja-api-errors.ts";
import { jaArmyErrors } from "./ja-army-errors.ts";
import { expectation, unlike } from "./ja-expectation.ts";
import { jaMailErrors } from "./ja-mail-errors.ts";
import { jaTmuxErrors } from "./ja-tmux-errors.ts";

/** すべてのエラーの日本語。英語は base/error-table.ts にある。 */
export const jaErrors: ErrorWording = {
  bug: {
    message: (v) => `内部エラー: ${v.reason}`,
    hint: () =>
      "ovld の不具合です。--debug を付けて再実行し、その表示と `ovld doctor --bundle` のファイルを報告してください。",
  },
  cancelled: {
    message: () => "中止しました",
    hint: () => "ユーザーまたはシグナルによる中止です。途中のまま残ったものはありません。",
  },

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
    hint: () => "何もしていません。使える値はそのコマンドの --help にあります。",
  },
  "missing-argument": {
    message: (v) => `ovld ${v.verb} には <${v.argument}> が必要です`,
    hint: (v) => `\`${helpOf(v.verb)}\` に例があります。`,
  },
  "not-together": {
    message: (v) => `ovld ${v.verb} では ${v.one} と ${v.other} を併用できません`,
    hint: () => "どちらかを外してください。何もしていません。",
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
  "home-relative": {
    message: (v) => `OVLD_HOME には絶対パスが必要ですが、"${v.found}" です`,
    hint: () => "/ から始まるパスを書くか、設定を外してください。何もしていません。",
  },
  "toml-syntax": {
    message: (v) => `${v.file}:${v.line}:${v.column}: TOML として正しくありません: ${v.reason}`,
    hint: () => "その行を直してください。ファイルは元のままです。",
  },
  "bad-value": {
    message: (v) => `${v.file}:${v.line}:${v.column}: ${unlike(v.key, v)}`,
    hint: () => "その行を直してください。ファイルは元のままです。",
  },
  "bad-environment": {
    message: (v) => unlike(v.variable, v),
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
    hint: () => "理由はそのプログラムの言葉のとおりです。再実行しても続く場合は `ovld doctor` で調べてください。",
  },
  "program-timeout": {
    message: (v) =>
      `${v.program} が ${v.ms} ミリ秒以内に応答しませんでした${v.stderr ? `: ${lastLine(v.stderr)}` : ""}`,
    hint: () => "応答が止まっているか、マシンが混んでいます。もう一度試し、続く場合は `ovld doctor` で調べてください。",
  },
  "program-unstartable": {
    message: (v) => `${v.program} を起動できません: ${v.reason}`,
    hint: () => "実行できるプログラムか確かめてください。設定は `ovld config`、動作は `ovld doctor` で分かります。",
  },

  "file-missing": {
    message: (v) => `${v.file} がありません`,
    hint: () => "移動または削除されたか、名前が違います。元に戻すか、別のものを指定してください。",
  },
  "file-failed": {
    message: (v) => `${v.file} を${actions[v.action]}できません: ${v.reason}`,
    hint: (v) =>
      v.reason === "file already exists"
        ? "その名前のものが既にあります。別の名前にしてください。"
        : "別のものがそこにないか、フォルダがあり自分のものか、ディスクに空きがあるかを確かめてください。",
  },
  "folder-foreign": {
    message: (v) => `${v.folder} は別のユーザー（uid ${v.uid}）のものです`,
    hint: () =>
      "OVLD_HOME、ZELLIJ_SOCKET_DIR、TMPDIR のいずれかで自分のフォルダを指定するか、所有者に削除を依頼してください。",
  },
  "folder-open": {
    message: (v) => `${v.folder} には他のユーザーも書き込めます`,
    hint: () => "`chmod go-w` で閉じてください。ovld のホームは `ovld doctor --fix` で閉じられます。",
  },
  "file-newer": {
    message: (v) => `${v.file} の形式は ${v.found} です。この版の ovld が扱える形式は ${v.known} までです`,
    hint: () => "ovld を更新してください。ファイルは変更していません。",
  },
  "lock-timeout": {
    message: (v) => `${v.file} はプロセス ${v.holder} に ${v.ms} ミリ秒の間ロックされています`,
    hint: () => "別の ovld が作業中です。終わるのを待つか、そのプロセスを終了してから再実行してください。",
  },

  ...jaArmyErrors,
  ...jaMailErrors,
  ...jaApiErrors,
  ...jaTmuxErrors,
};

const actions = { read: "読み取り", write: "書き込み", remove: "削除" } as const;
