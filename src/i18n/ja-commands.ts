import type { enCommands } from "./en-commands.ts";
import { jaServe } from "./ja-serve.ts";

export const jaCommands = {
  summon: {
    summary: "このディレクトリに軍を召喚する。実行中の軍があれば接続する",
    about:
      "起動前にすべてを確認し、失敗しても何も残しません。デタッチしても軍は終了しません。ここで終了した軍があれば、先に再開するか確認します。",
    flags: {
      formation: "軍の陣形",
      mux: "使用するマルチプレクサ",
      detach: "端末なしで、バックグラウンドで起動する",
      resume: "ここで終了した軍を、会話とメッセージごと再開する",
      fresh: "ここで終了した軍の残りを削除し、新しい軍を起動する",
      "no-rituals": "役割に儀式を渡さない",
      "no-sandbox": "エージェントをサンドボックスなしで起動する",
      sandbox: "このエンジンでエージェントを隔離する",
      autonomy: "エージェントが確認なしに実行できること",
      isolation: "開発する役割の作業場所。プロジェクト本体か、役割ごとの git ワークツリー",
      "dry-run": "タブ、エージェントのファイル、マルチプレクサのコマンドだけを表示し、何も起動しない",
    },
  },
  unsummon: {
    summary: "軍を還送する。エージェントを終了し、メッセージを履歴に移す",
    about:
      "軍の名前は省略せずに指定します。指定がなければ、このディレクトリの軍が対象です。端末では先に確認します。取り込まれていない作業は一覧を表示して残します。",
    flags: {
      all: "このマシンのすべての軍",
      keep: "`ovld summon --resume` のためにメッセージと会話を残す",
      force: "確認を省略する",
      json: "JSON で表示する",
    },
  },
  attach: {
    summary: "実行中の軍をこの端末に表示する",
    about: "指定がなければ、このディレクトリの軍が対象です。",
    flags: {},
  },
  status: {
    summary: "軍の状態と階層、各役割のステータスを表示する",
    about: "指定がなければ、このディレクトリの軍が対象です。",
    flags: { all: "このマシンのすべての軍を 1 行ずつ", json: "JSON で表示する" },
  },
  restart: {
    summary: "エージェントをそれぞれのペインで再起動する。会話は続く",
    about:
      "会話のないエージェントは新しい会話を始めます。処理中のエージェントがあれば先に確認します。閉じたペインは開き直します。",
    flags: {
      all: "軍のすべてのエージェント",
      force: "確認を省略する",
      session: "このディレクトリの軍の代わりに使う軍（省略しない名前）",
      json: "JSON で表示する",
    },
  },
  dashboard: {
    summary: "軍を監視する。役割、未読、最新のメッセージを表示する",
    about:
      "リアルタイムで更新します。? でキーの一覧を表示し、q で終了します（軍は動き続けます）。端末でなければ 1 回だけ表示します。",
    flags: {
      session: "このディレクトリの軍の代わりに表示する軍",
      all: "このマシンのすべての軍",
      plain: "画面読み上げ向けの行で 1 回だけ表示する",
    },
  },
  cost: {
    summary: "軍の各役割が使用したトークン数を表示する",
    about: "エージェント CLI のトランスクリプトから集計します。指定がなければ、このディレクトリの軍が対象です。",
    flags: { session: "このディレクトリの軍の代わりに表示する軍", json: "JSON で表示する" },
  },
  watch: {
    summary: "軍を監視する。終了したエージェントを記録し、設定に従って再起動する",
    about:
      "`summon` がバックグラウンドで起動し、軍とともに終了します。同じ軍に対して 2 つ目を起動すると、すぐに終了します。再起動の対象は `[watch] restart` で設定します。",
    flags: { session: "このディレクトリの軍の代わりに監視する軍" },
  },
  ritual: {
    summary: "軍の役割に儀式を渡す",
    about: "`summon` が自動で行います。--no-rituals の後や、役割が儀式に従わなくなったときに使います。",
    flags: {
      wait: "エージェントの起動時の質問にユーザーが答えるまで、最長 10 分待つ",
      session: "このディレクトリの軍の代わりに使う軍",
    },
  },
  demo: {
    summary: "台本どおりに動く 6 体の軍を実演する。アカウントは不要で、終了後に何も残さない",
    about: "命令が階級を下り、報告が戻ります。ペイン、リレー、メッセージは本物です。",
    flags: {
      attach: "マルチプレクサの中で見る",
      "kill-one": "途中で 1 体を強制終了し、復帰する様子を見せる",
      mux: "使用するマルチプレクサ",
    },
  },
  send: {
    summary: "軍の役割にメッセージを送る",
    about: "本文は引数で指定するか、- を指定して標準入力から読み込みます。メッセージの id と状態を表示します。",
    flags: {
      subject: "件名。省略すると本文の冒頭",
      urgent: "緊急として送る。受信者は今の作業より優先する",
      "as-user": "エージェントが実行する場合もユーザーとして送る",
      session: "このディレクトリの軍の代わりに使う軍",
      json: "JSON で表示する",
    },
  },
  inbox: {
    summary: "役割の未読メッセージを取り出さずに表示する、または自分宛てを読む",
    about: "役割を省略すると、自分宛てのメッセージ（差し戻し）を読みます。役割は一意に決まる長さまで短縮できます。",
    flags: { session: "このディレクトリの軍の代わりに使う軍", json: "JSON で表示する" },
  },
  log: {
    summary: "軍のメッセージを表示する",
    about: "既読と未読のメッセージを古い順に表示します。--session には、履歴に残っている還送済みの軍も指定できます。",
    flags: {
      follow: "届いたメッセージを Ctrl-C まで表示し続ける。--export とは併用できない",
      role: "この役割が送受信したメッセージだけ",
      since: "これより新しいメッセージだけ: 90m、2h、3d、1w、または 2026-11-16 のような日付",
      grep: "これらの語をすべて含むメッセージだけ。大文字と小文字は区別しない",
      past: "このディレクトリまたはその名前の、還送済みの軍も含める",
      export: "1 つの Markdown 文書または JSON のリストとして表示する",
      session: "このディレクトリの軍の代わりに使う軍",
      json: "JSON で 1 行に 1 通ずつ表示する",
    },
  },
  report: {
    summary: "軍のレポートを表示する。役割ごとの作業、メッセージ、待ち時間、再起動、トークン",
    about: "Markdown で表示します。指定がなければ、このディレクトリの軍、またはここで最後に還送した軍が対象です。",
    flags: { session: "対象の軍。還送済みでもよい", json: "JSON で表示する" },
  },
  relay: {
    summary: "1 つの役割の MCP サーバーを標準入出力で動かす",
    about: "エージェントが自動で起動します。OVLD_ROLE、OVLD_RELAY_DIR、OVLD_SESSION が必要です。",
    flags: {},
  },
  serve: jaServe,
  init: {
    summary: "儀式と、コメント付きの config.toml を ovld ホームに書き出す",
    about: "変更したファイルはそのまま残します。--force を付けると、バックアップを残して置き換えます。",
    flags: { force: "変更したファイルも置き換え、それぞれバックアップを残す", json: "JSON で表示する" },
  },
  doctor: {
    summary: "ここで軍を召喚できるか確認し、できなければ対処を示す",
    about: "軍を召喚できるときだけ終了ステータスが 0 になります。--fix か --bundle がなければ、何も変更しません。",
    flags: {
      fix: "安全に修復できるものを修復し、内容をすべて表示する。未読のメッセージは必ず残す",
      bundle:
        "不具合報告用のファイルを [file]（既定は ./ovld-doctor-<時刻>.json、0600）に書き出す。メッセージは含まず、秘密情報は伏せる",
      json: "JSON で表示する",
    },
  },
  config: {
    summary: "すべての設定と、その値の出どころを表示する",
    about: "既定値、config.toml、プロジェクトの .ovld.toml、OVLD_* 環境変数、フラグの順で、後のものを優先します。",
    flags: { json: "JSON で表示する" },
  },
  paths: {
    summary: "ovld が使うファイルの場所をすべて表示する",
    about: "動作中のロックとソケットを除き、ほかの場所には何も保存しません。",
    flags: { json: "JSON で表示する" },
  },
  purge: {
    summary: "すべての軍を終了し、ovld のファイルをすべて削除する",
    about: "対象を一覧表示し、端末では先に確認します。プロジェクトとエージェント CLI の設定は変更しません。",
    flags: { force: "確認を省略する", json: "JSON で表示する" },
  },
  completions: {
    summary: "bash、zsh、fish 用の補完を出力する",
    about:
      'bash: eval "$(ovld completions bash)"    zsh: source <(ovld completions zsh)    fish: ovld completions fish | source',
    flags: { candidates: "補完の候補を出力する: session、role、formation、topic" },
  },
  help: {
    summary: "コマンドや終了ステータスを説明する",
    about: "項目: すべてのコマンドと exit-codes。",
    flags: { json: "JSON で表示する" },
  },
} satisfies typeof enCommands;
