import type { enArmy } from "./en-army.ts";

export const jaArmy: typeof enArmy = {
  summon: {
    summoning: (name, roles, multiplexer) => `${name} を召喚します: ${multiplexer} に ${roles} 役`,
    exists: (name) => `${name} は既に実行中です。`,
    stays: (formation, multiplexer) =>
      `陣形とマルチプレクサは変わりません: ${formation}、${multiplexer}。変更するには、先に \`ovld unsummon\` で還送してください。`,
    agentsStay: "エージェント CLI は変わりません。変更するには `ovld restart ROLE --agent CLI` を使ってください。",
    cleaned: (name) => `${name} は終了していたため、残りを削除しました。`,
    detached: (name) => `${name} は動き続けます。\`ovld attach ${name}\` で再び表示できます。`,
    ended: (name) => `${name} は終了しました。`,
    readiness: {
      within: (seconds) => `各エージェントの準備を最長 ${seconds} 秒待ちます。`,
      starting: (roles) => `… ${roles.join("、")}: 起動中`,
      ready: (role) => `✔ ${role}`,
      notReady: (role, why, seen) => `✘ ${role}: ${why}${seen && ` · ${seen}`}`,
      count: (ready, all) => `${ready}/${all} 準備完了`,
      next: "`ovld attach` で原因を確認し、`ovld restart <役割>` でエージェントを再起動できます。`ovld unsummon` で軍を終了できます。",
    },
    gone: (roles) =>
      `終了したエージェント: ${roles.join("、")}。\`ovld restart ${roles.join(" ")}\` で再起動し、\`ovld unsummon\` で軍を終了できます。`,
    lost: (name) =>
      `${name} のマルチプレクサが終了しました。メッセージと会話は残っています。\`ovld summon --resume\` で再開できます。`,
    resuming: (name, roles, multiplexer) => `${name} を再開します: ${multiplexer} に ${roles} 役`,
    offer: (name, unread, conversations) =>
      `${name} は終了しています（会話 ${conversations}、未読メッセージ ${unread}）。再開しますか？ n なら削除して新しく起動します。`,
    ritualsFrom: (folder) => `儀式: ${folder}`,
    notices: {
      enabled: "サンドボックスを有効にしました",
      unsupported: "サンドボックスは macOS でのみ利用できます。サンドボックスなしで続行します。",
      bubblewrap: "Linux では `--sandbox bubblewrap` でエージェントを隔離できます。",
    },
    welcome: {
      hello: "ようこそ。最初の軍を召喚します。この案内は一度だけ表示されます。",
      now: (roles, multiplexer, first) =>
        `これから ${multiplexer} が ${roles} 体のエージェントを起動し、それぞれに役割を渡します。依頼は ${first} に、そのペインか \`ovld send\` で伝えてください。`,
      ranks: (ranks) => `階級: ${ranks.join(" > ")}。命令は下へ、報告は上へ届きます。`,
      leave: (keys) => `${keys} でデタッチしても、軍は動き続けます。\`ovld attach\` で再び表示できます。`,
      end: (rituals) => `\`ovld unsummon\` で還送します。付属の儀式は ${rituals} にあり、編集できます。`,
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
        ? `${names.join("、")} を還送しますか？ エージェントは終了し、メッセージと会話は残ります。`
        : `${names.join("、")} を還送しますか？ エージェントは終了し、メッセージは履歴に移ります。`,
    kept: "何も変更していません。",
    nothing: "還送する軍はありません。",
    done: (name, keep) =>
      keep
        ? `${name} を還送しました。メッセージと会話は残っています。そのディレクトリで \`ovld summon --resume\` を実行すると再開できます。`
        : `${name} を還送しました。`,
    stayed: (name, programs) =>
      `${name} のペインから起動された、軍に属さないプロセスは、終了せずに残しました: ${programs.join("、")}`,
    failed: (name, reason) => `${name} を還送できません: ${reason}`,
    work: {
      kept: (name) => `${name} にはまだ取り込まれていない作業があるため、残しました:`,
      field: (role, what, branch, path) => `${role}: ${what}（${branch}、${path}）`,
      recover: (branch) => `コミットは \`git merge ${branch}\` で取り込めます。詳しくは docs/work.md にあります。`,
      commits: (count) => `未取り込みのコミット ${count}`,
      changes: (count) => `未コミットのファイル ${count}`,
    },
  },
  purge: {
    heading: "次のものを終了し、削除します:",
    army: (name, directory) => `軍 ${name}（${directory}）とそのメッセージ`,
    stray: (name) => `軍 ${name}（実行中、未登録）`,
    untouched: "プロジェクトと、エージェント CLI の設定は変更しません。",
    question: "すべて削除しますか？",
    stopped: "終了できない軍があるため、何も削除していません。",
    nothing: "削除するものはありません。",
    kept: (files) => `ovld が作成したものではないため残しました: ${files.join("、")}`,
    done: "ovld のファイルをすべて削除しました。プログラム本体は `npm rm -g ovld` で削除できます。",
  },
  status: {
    none: "このディレクトリで実行中の軍はありません。",
    noneHint: "`ovld summon` で召喚できます。",
    noneAtAll: "このマシンで実行中の軍はありません。",
    ownMail: (count) => `あなた宛ての未読メッセージが ${count} 通あります。\`ovld inbox\` で読めます。`,
    endedHint:
      "終了しています。`ovld summon --resume` で再開、`ovld summon --fresh` で新しく起動、`ovld unsummon` で残りを削除できます。",
    states: { running: "稼働中", exited: "終了", orphan: "消失", resting: "休止中", unknown: "不明" },
    layers: { command: "司令層", execution: "実行層" },
    rank: (rank) => `階級 ${rank}`,
    names: { idle: "待機", working: "作業中", blocked: "停滞", done: "完了" },
    rituals: { waiting: "儀式待ち", failed: "儀式が届いていない", given: "" },
    unread: (n) => `未読 ${n}`,
    moods: {
      starting: "起動中",
      ready: "待受",
      busy: "処理中",
      asking: "あなたに質問",
      limited: "利用上限",
      parked: "保留中",
      gone: "不在",
      unknown: "不明",
    },
    aside: (text, detail) => `${text}（${detail}）`,
    blockers: {
      trust: "エージェントがこのディレクトリを信頼するか確認しています",
      bypass: "エージェントが許可なしの実行を確認しています",
      onboarding: "エージェント CLI の初期設定が済んでいません",
      login: "エージェント CLI がサインインしていません",
      question: "エージェントが質問しています",
      draft: "ユーザーが入力中です",
      unseen: "入力欄がまだ表示されていません",
    },
  },
  restart: {
    question: (roles) => `${roles.join("、")} は処理中です。それでも再起動しますか？`,
    resumed: (role) => `${role} を再起動しました。会話を再開します。`,
    fresh: (role) => `${role} を再起動しました。再開する会話がないため、新しい会話を始めます。`,
  },
  watch: {
    already: (name) => `${name} は既に監視されています。`,
    failures: {
      "agent-ended": (status) => (status === undefined ? "終了した" : `ステータス ${status} で終了した`),
      "pane-closed": () => "ペインが閉じられた",
      "relay-ended": () => "リレーが終了し、通知できない。`ovld restart <役割>` が必要",
      "session-ended": () => "セッションが終了した",
    },
  },
  ritual: {
    given: (role) => `${role} に儀式を渡しました。`,
    failed: (role, reason) => `${role} に儀式を渡せません: ${reason}`,
    waits: (role, what) => `${role} はまだ儀式を受け取れません: ${what}。そのペインで対応してください。`,
  },
};
