import type { enArmy } from "./en-army.ts";

export const jaArmy: typeof enArmy = {
  summon: {
    summoning: (name, roles, multiplexer) => `${name} を召喚します: ${multiplexer} に ${roles} 役`,
    exists: (name) => `${name} は既にいます。`,
    stays: (formation, multiplexer) =>
      `そのまま残ります: 陣形 ${formation}、${multiplexer}。変えるには、まず \`ovld unsummon\` で還送してください。`,
    cleaned: (name) => `${name} は終わっていたため、残りを片付けました。`,
    detached: (name) => `${name} は背後で続いています。\`ovld attach ${name}\` で再び表示できます。`,
    ended: (name) => `${name} は終わりました。`,
    rollCall: {
      within: (seconds) => `各エージェントの準備を最長 ${seconds} 秒待ちます。`,
      starting: (roles) => `… ${roles.join("、")}: 起動中`,
      ready: (role) => `✔ ${role}`,
      notReady: (role, why, seen) => `✘ ${role}: ${why}${seen && ` · ${seen}`}`,
      count: (ready, all) => `${ready}/${all} 準備完了`,
      next: "妨げは `ovld attach` で見られ、`ovld restart <役割>` でエージェントを起動し直し、`ovld unsummon` で軍を終えられます。",
    },
    gone: (roles) =>
      `いなくなったエージェント: ${roles.join("、")}。\`ovld restart ${roles.join(" ")}\` で呼び戻し、\`ovld unsummon\` で軍を終えられます。`,
    lost: (name) =>
      `${name} はマルチプレクサを失いました。伝令と会話は残っています。\`ovld summon --resume\` で呼び戻せます。`,
    resuming: (name, roles, multiplexer) => `${name} を呼び戻します: ${multiplexer} に ${roles} 役`,
    offer: (name, unread, conversations) =>
      `${name} は会話 ${conversations}、未読の伝令 ${unread} を残して終わりました。呼び戻しますか？（n なら消して新たに始めます）`,
    ritualsFrom: (folder) => `儀式: ${folder}`,
    notices: {
      enabled: "サンドボックスを有効にしました",
      unsupported: "サンドボックスは macOS でのみ利用できます。省略します。",
      bubblewrap: "Linux では `--sandbox bubblewrap` でエージェントを隔離できます。",
    },
    welcome: {
      hello: "ようこそ。ここで初めての軍です。この案内は一度だけ表示されます。",
      now: (roles, multiplexer, first) =>
        `これから ${multiplexer} が ${roles} 体のエージェントを起動し、それぞれに役割を伝えます。望みは ${first} に、そのペインか \`ovld send\` で伝えてください。`,
      who: (ranks) => `序列: ${ranks.join(" > ")}。命は下り、報告は上ります。`,
      leave: (keys) => `${keys} で離れても軍は働き続けます。\`ovld attach\` で再び表示できます。`,
      end: (rituals) => `\`ovld unsummon\` で還送します。付属の儀式は ${rituals} にあり、書き換えられます。`,
    },
    dryRun: {
      session: (name, directory) => `セッション ${name}（${directory}）のタブ:`,
      files: "ファイル:",
      commands: "コマンド（端末の場合と --detach の場合）:",
    },
  },
  unsummon: {
    question: (names, keep) =>
      keep
        ? `${names.join("、")} を休ませますか？ エージェントは終わりますが、伝令と会話は残ります。`
        : `${names.join("、")} を還送しますか？ エージェントは終わり、伝令は履歴に移ります。`,
    kept: "何も変えませんでした。",
    nothing: "還送する軍はいません。",
    done: (name, keep) =>
      keep
        ? `${name} は休んでいます。そのディレクトリで \`ovld summon --resume\` を実行すると戻ります。`
        : `${name} を還送しました。`,
    stayed: (name, programs) =>
      `${name} のペインから起動され、軍には属さないプロセスは終了していません: ${programs.join("、")}`,
    failed: (name, reason) => `${name} を還送できません: ${reason}`,
  },
  purge: {
    heading: "次のものを終わらせ、削除します:",
    army: (name, directory) => `軍 ${name}（${directory}）とその伝令`,
    stray: (name) => `軍 ${name}（動いていますが、記録が残っていません）`,
    untouched: "プロジェクトと、エージェント CLI の設定には触れません。",
    question: "すべて削除しますか？",
    stopped: "終わらせられない軍があるため、何も削除していません。",
    nothing: "削除する ovld のものはありません。",
    kept: (files) => `ovld のものではないため残しました: ${files.join("、")}`,
    done: "ovld のものはここに残っていません。プログラム自体は `npm rm -g ovld` で取り除けます。",
  },
  status: {
    none: "このディレクトリに軍はいません。",
    noneHint: "`ovld summon` で召喚できます。",
    noneAtAll: "このマシンに軍はいません。",
    ownMail: (count) => `あなた宛ての未読の伝令が ${count} 通あります。\`ovld inbox\` で読めます。`,
    endedHint:
      "もう動いていません。`ovld summon --resume` で呼び戻し、`ovld summon --fresh` で新たに始め、`ovld unsummon` で残りを消せます。",
    states: { running: "稼働中", exited: "終了", orphan: "消失", resting: "休息中", unknown: "不明" },
    layers: { command: "司令層", execution: "実行層" },
    rank: (rank) => `階級 ${rank}`,
    names: { idle: "待機", working: "作業中", blocked: "停滞", done: "完了" },
    rituals: { waiting: "儀式を待っている", failed: "儀式が届いていない", given: "" },
    unread: (n) => `未読 ${n}`,
    moods: {
      starting: "起動中",
      ready: "待受",
      busy: "処理中",
      asking: "あなたに質問",
      limited: "利用上限",
      parked: "留置中",
      gone: "不在",
      unknown: "不明",
    },
    aside: (text, detail) => `${text}（${detail}）`,
    hurdles: {
      trust: "このディレクトリを信頼するか尋ねています",
      bypass: "許可なしで動いてよいか尋ねています",
      onboarding: "初期設定がまだです",
      login: "サインインしていません",
      question: "何かを尋ねています",
      draft: "誰かが入力中です",
      unseen: "入力欄がまだ見えません",
    },
  },
  restart: {
    question: (roles) => `${roles.join("、")} は処理中です。それでも再起動しますか？`,
    resumed: (role) => `${role} を再起動しました。会話は続きます。`,
    fresh: (role) => `${role} には続ける会話がないため、新しく始めます。`,
  },
  watch: {
    already: (name) => `${name} は既に見張られています。`,
    losses: {
      "agent-ended": (status) => (status === undefined ? "終了した" : `ステータス ${status} で終了した`),
      "pane-closed": () => "ペインが閉じられた",
      "relay-ended": () => "伝令役が終了し、伝令を知らせられない。`ovld restart <役割>` が必要",
      "session-ended": () => "セッションが終了した",
    },
  },
  ritual: {
    given: (role) => `${role} に儀式を渡しました。`,
    failed: (role, reason) => `${role} に儀式を渡せません: ${reason}`,
    waits: (role, what) => `${role} への儀式を待たせています: ${what}。そのペインで対応してください。`,
  },
};
