import { type ErrorWording, helpOf, lastLine } from "#errors/error-table.ts";
import { jaApiErrors } from "./ja-api-errors.ts";
import { jaArmyErrors } from "./ja-army-errors.ts";
import { expectation, unlike } from "./ja-expectation.ts";
import { jaMailErrors } from "./ja-mail-errors.ts";
import { jaTmuxErrors } from "./ja-tmux-errors.ts";
import { jaWorkErrors } from "./ja-work-errors.ts";

/** すべてのエラーの日本語訳。英語は errors/error-table.ts にあります。 */
export const jaErrors: ErrorWording = {
  bug: {
    message: (v) => `内部エラー: ${v.reason}`,
    hint: () =>
      "ovld の不具合です。--debug を付けて再実行し、その出力と `ovld doctor --bundle` のファイルを報告してください。",
  },
  cancelled: {
    message: () => "中止しました",
    hint: () => "ユーザーまたはシグナルがコマンドを中止しました。途中の結果は残っていません。",
  },

  "unknown-verb": {
    message: (v) => `不明なコマンド: ${v.command}${v.nearest ? `（${v.nearest} のことですか？）` : ""}`,
    hint: () => "コマンドの一覧は `ovld --help` で確認できます。",
  },
  "unknown-flag": {
    message: (v) => `不明なフラグ: ${v.flag}${v.nearest ? `（${v.nearest} のことですか？）` : ""}`,
    hint: (v) => `フラグの一覧は \`${helpOf(v.command)}\` で確認できます。`,
  },
  "flag-needs-value": {
    message: (v) => `${v.flag} には値が必要です`,
    hint: (v) => `\`${helpOf(v.command)}\` に例があります。`,
  },
  "flag-takes-no-value": {
    message: (v) => `${v.flag} に値は指定できません`,
    hint: (v) => `\`${helpOf(v.command)}\` に例があります。`,
  },
  "bad-flag-value": {
    message: (v) => `${v.flag} は${expectation(v.expected)}でなければなりませんが、"${v.found}" が指定されました`,
    hint: () => "何も変更していません。使用できる値は、そのコマンドの --help で確認できます。",
  },
  "missing-argument": {
    message: (v) => `ovld ${v.command} には <${v.argument}> が必要です`,
    hint: (v) => `\`${helpOf(v.command)}\` に例があります。`,
  },
  "not-together": {
    message: (v) => `ovld ${v.command} では ${v.one} と ${v.other} を併用できません`,
    hint: () => "何も変更していません。どちらかを外してください。",
  },
  "extra-argument": {
    message: (v) => `ovld ${v.command} に引数 "${v.argument}" は指定できません`,
    hint: (v) => `引数は \`${helpOf(v.command)}\` で確認できます。`,
  },

  "no-home": {
    message: () =>
      "ホームディレクトリがありません: OVLD_HOME、XDG_CONFIG_HOME、HOME のいずれも未設定か、絶対パスではありません",
    hint: () => "HOME を設定するか、ovld のファイルを置くフォルダーを OVLD_HOME に設定してください。",
  },
  "home-relative": {
    message: (v) => `OVLD_HOME には絶対パスが必要ですが、"${v.found}" です`,
    hint: () => "何も変更していません。/ から始まるパスを設定するか、未設定にしてください。",
  },
  "toml-syntax": {
    message: (v) => `${v.file}:${v.line}:${v.column}: TOML として正しくありません: ${v.reason}`,
    hint: () => "その行を修正してください。ファイルは変更していません。",
  },
  "bad-value": {
    message: (v) => `${v.file}:${v.line}:${v.column}: ${unlike(v.key, v)}`,
    hint: () => "その行を修正してください。ファイルは変更していません。",
  },
  "bad-environment": {
    message: (v) => unlike(v.variable, v),
    hint: (v) => `${v.variable} に使用できる値を設定するか、未設定にしてください。`,
  },
  "file-not-text": {
    message: (v) => `${v.file} は UTF-8 のテキストではありません`,
    hint: () => "UTF-8 で保存し直すか、別の場所へ移してください。",
  },

  "program-missing": {
    message: (v) => `${v.program} がインストールされていないか、PATH にありません`,
    hint: () => "インストール方法は `ovld doctor` で確認できます。",
  },
  "program-failed": {
    message: (v) =>
      `${v.program} が${v.signal ? `シグナル ${v.signal} で終了しました` : `終了ステータス ${v.exitCode} で失敗しました`}${v.stderr ? `: ${lastLine(v.stderr)}` : ""}`,
    hint: () =>
      "上のメッセージはそのプログラムの出力です。再実行しても解決しない場合は `ovld doctor` で調べてください。",
  },
  "program-timeout": {
    message: (v) =>
      `${v.program} が ${v.ms} ミリ秒以内に応答しませんでした${v.stderr ? `: ${lastLine(v.stderr)}` : ""}`,
    hint: () =>
      "プログラムが停止しているか、マシンの負荷が高い状態です。再実行しても解決しない場合は `ovld doctor` で調べてください。",
  },
  "program-unstartable": {
    message: (v) => `${v.program} を起動できません: ${v.reason}`,
    hint: () =>
      "実行可能なファイルか確認してください。設定したパスは `ovld config`、動作は `ovld doctor` で確認できます。",
  },

  "file-missing": {
    message: (v) => `${v.file} がありません`,
    hint: () => "移動または削除されたか、名前が誤っています。元に戻すか、別のファイルを指定してください。",
  },
  "file-failed": {
    message: (v) => `${v.file} を${actions[v.action]}できません: ${v.reason}`,
    hint: (v) =>
      v.reason === "file already exists"
        ? "その名前は既に使われています。別の名前にしてください。"
        : "そのパスが空いているか、フォルダーが存在し自分のものか、ディスクに空きがあるかを確認してください。",
  },
  "folder-foreign": {
    message: (v) => `${v.folder} は別のユーザー（uid ${v.uid}）のものです`,
    hint: () =>
      "OVLD_HOME、ZELLIJ_SOCKET_DIR、TMPDIR のいずれかで自分のフォルダーを指定するか、所有者に削除を依頼してください。",
  },
  "folder-open": {
    message: (v) => `${v.folder} には他のユーザーも書き込めます`,
    hint: () => "`chmod go-w` を実行してください。ovld ホームは `ovld doctor --fix` で修復できます。",
  },
  "file-newer": {
    message: (v) => `${v.file} の形式は ${v.found} です。このバージョンの ovld が扱える形式は ${v.known} までです`,
    hint: () => "ovld を更新してください。ファイルは変更していません。",
  },
  "lock-timeout": {
    message: (v) => `${v.file} はプロセス ${v.holder} に ${v.ms} ミリ秒の間ロックされています`,
    hint: () => "別の ovld プロセスが実行中です。終了を待つか、そのプロセスを終了してから再実行してください。",
  },

  ...jaArmyErrors,
  ...jaWorkErrors,
  ...jaMailErrors,
  ...jaApiErrors,
  ...jaTmuxErrors,
};

const actions = { read: "読み取り", write: "書き込み", remove: "削除" } as const;
