import type { enVerbs } from "./en-verbs.ts";
import { jaServe } from "./ja-serve.ts";

export const jaVerbs = {
  summon: {
    summary: "このディレクトリに軍を召喚する。既にいれば接続する",
    about:
      "まずすべてを確かめ、失敗しても何も残しません。切り離しても軍は終わりません。終わった軍がいれば、先に呼び戻すか尋ねます。",
    flags: {
      formation: "陣形",
      mux: "使用するマルチプレクサ",
      detach: "端末なしで、背後で開始する",
      resume: "ここで終わった軍を、会話と伝令とともに呼び戻す",
      fresh: "ここで終わった軍の残りを消し、新たに始める",
      "no-rituals": "役割に儀式を渡さない",
      "no-sandbox": "エージェントを制限なしで起動する",
      sandbox: "このエンジンでエージェントを制限する",
      autonomy: "エージェントが確認なしにできること",
      "dry-run": "タブ、エージェントのファイル、マルチプレクサのコマンドを表示するだけ",
    },
  },
  unsummon: {
    summary: "軍を還送する。エージェントを終え、伝令を履歴に移す",
    about: "名前は全体を指定します。名前がなければこのディレクトリの軍。端末では先に確認します。",
    flags: {
      all: "このマシンのすべての軍",
      keep: "`ovld summon --resume` のために伝令と会話を残す",
      force: "確認しない",
      json: "JSON で表示する",
    },
  },
  attach: {
    summary: "動いている軍をこの端末に表示する",
    about: "名前がなければこのディレクトリの軍。",
    flags: {},
  },
  status: {
    summary: "軍の状態、階層、各役割の申告を表示する",
    about: "名前がなければこのディレクトリの軍。",
    flags: { all: "このマシンのすべての軍を一行ずつ", json: "JSON で表示する" },
  },
  restart: {
    summary: "エージェントを自分のペインで再起動する。会話は続く",
    about:
      "まだ一言も交わしていないエージェントは新しく始まります。処理中なら先に確認します。閉じたペインは開き直します。",
    flags: {
      all: "軍のすべてのエージェント",
      force: "確認しない",
      session: "このディレクトリの軍の代わりに使う軍（名前全体）",
      json: "JSON で表示する",
    },
  },
  dashboard: {
    summary: "軍を見守る。役割、未読、新しい伝令",
    about: "変化のたびに描き直します。? でキーの一覧、q で終了（軍は続く）。端末でなければ一度だけ表示します。",
    flags: {
      session: "このディレクトリの軍の代わりに使う軍",
      all: "このマシンのすべての軍",
      plain: "読み上げに適した行で一度だけ表示する",
    },
  },
  cost: {
    summary: "軍の各役割が使ったトークン数を表示する",
    about: "エージェント CLI 自身の記録から数えます。--session がなければ、このディレクトリの軍です。",
    flags: { session: "このディレクトリの軍の代わりに使う軍", json: "JSON で表示する" },
  },
  watch: {
    summary: "軍を見張る。終了したエージェントを記録し、設定に従って再起動する",
    about:
      "召喚時に背後で始まり、軍とともに終わります。二つ目はすぐ終わります。再起動は `[watch] restart` で設定します。",
    flags: { session: "このディレクトリの軍の代わりに使う軍" },
  },
  ritual: {
    summary: "軍の役割に儀式を渡す",
    about: "召喚時には自動で行われます。--no-rituals の後や、役割が道を見失ったときに使います。",
    flags: {
      wait: "起動時にエージェントが尋ねることに人が答えるまで、最長10分待つ",
      session: "このディレクトリの軍の代わりに使う軍",
    },
  },
  demo: {
    summary: "脚本つきの六体で本業を見せる。アカウント不要、何も残さない",
    about: "命令が位を下り、報告が戻ります。ペイン、伝令役、伝令は本物です。",
    flags: {
      attach: "マルチプレクサの中から眺める",
      "kill-one": "途中で一体を倒し、戻るところを見せる",
      mux: "使うマルチプレクサ",
    },
  },
  send: {
    summary: "軍の役割に伝令を送る",
    about: "本文は引数で渡すか、- として標準入力から読みます。伝令の id と状態を表示します。",
    flags: {
      subject: "件名。なければ本文の冒頭を使う",
      urgent: "受け手が今の作業を変えるべき伝令として送る",
      "as-user": "エージェントが実行する場合もユーザーとして送る",
      session: "このディレクトリの軍の代わりに使う軍",
      json: "JSON で表示する",
    },
  },
  inbox: {
    summary: "役割の未読の伝令を取り出さずに見る、または自分宛てを読む",
    about: "役割を省くと自分宛て（読まれずに戻ったもの）を読みます。役割は、一つに決まるところまで短くできます。",
    flags: { session: "このディレクトリの軍の代わりに使う軍", json: "JSON で表示する" },
  },
  log: {
    summary: "これまでの軍のやり取りを表示する",
    about: "既読と未読の伝令を古い順に表示します。--session は、履歴が残る間は還送した軍も指定できます。",
    flags: {
      follow: "Ctrl-C まで、届く伝令を表示し続ける。--export とは併用できない",
      role: "この役割が送った、または受けた伝令だけ",
      since: "これより新しいものだけ: 90m、2h、3d、1w、または 2026-11-16 のような日付",
      grep: "これらの語をすべて含むものだけ。大文字と小文字は区別しない",
      past: "このディレクトリの、またはその名の、以前に還送した軍も",
      export: "一つの Markdown 文書または JSON の一覧として表示する",
      session: "このディレクトリの軍の代わりに使う軍",
      json: "JSON で一行に一通ずつ表示する",
    },
  },
  report: {
    summary: "軍の報告を表示する: 誰が何をしたか、伝令、待ち時間、再起動、トークン",
    about: "Markdown で表示します。--session がなければ、このディレクトリの軍、またはそこで最後に還送した軍です。",
    flags: { session: "指定した軍、または還送した軍", json: "JSON で表示する" },
  },
  relay: {
    summary: "一つの役割の MCP サーバーを標準入出力で動かす",
    about: "エージェントが自分で起動します。OVLD_ROLE、OVLD_RELAY_DIR、OVLD_SESSION が必要です。",
    flags: {},
  },
  serve: jaServe,
  init: {
    summary: "儀式と注釈付き config.toml を ovld のホームに書く",
    about: "変更したファイルはそのまま残します。--force を付けると、バックアップを取ってから置き換えます。",
    flags: { force: "変更したファイルも置き換え、それぞれバックアップを残す", json: "JSON で表示する" },
  },
  doctor: {
    summary: "ここで軍を召喚できるか調べ、できなければ何をすべきか示す",
    about:
      "軍を召喚できるときだけ終了ステータスが 0 になります。--fix と --bundle がなければ、何も残さず、何も変えません。",
    flags: {
      fix: "安全に直せるものを直し、したことをすべて示す。未読の伝令は必ず残す",
      bundle:
        "不具合の報告に要るものを [file]（なければここの ovld-doctor-<時刻>.json、0600）に書く。伝令は含まず、秘密は伏せる",
      json: "JSON で表示する",
    },
  },
  config: {
    summary: "すべての設定と、その値がどこから来たかを表示する",
    about: "既定値、config.toml、プロジェクトの .ovld.toml、OVLD_* 環境変数、フラグの順に、後のものが勝ちます。",
    flags: { json: "JSON で表示する" },
  },
  paths: {
    summary: "ovld が使うディスク上の場所をすべて表示する",
    about: "ovld がほかの場所に残すものはありません。動いている間だけ、ロックとソケットが別の場所にあります。",
    flags: { json: "JSON で表示する" },
  },
  purge: {
    summary: "すべての軍を終わらせ、ovld が保存したものをすべて削除する",
    about: "一覧を示し、端末では先に確認します。プロジェクトとエージェント CLI の設定には決して触れません。",
    flags: { force: "確認しない", json: "JSON で表示する" },
  },
  completions: {
    summary: "bash、zsh、fish 用の補完を出力する",
    about:
      'bash: eval "$(ovld completions bash)"    zsh: source <(ovld completions zsh)    fish: ovld completions fish | source',
    flags: { candidates: "シェルに示す名前を出力する: session、role、formation、topic" },
  },
  help: {
    summary: "コマンドや終了ステータスを説明する",
    about: "項目: すべてのコマンドと exit-codes。",
    flags: { json: "JSON で表示する" },
  },
} satisfies typeof enVerbs;
