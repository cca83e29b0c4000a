import type { enDashboard } from "./en-dashboard.ts";

export const jaDashboard = {
  armies: (n) => `${n} 軍`,
  columns: { role: "役割", status: "申告", mood: "観測", task: "任務", unread: "未読", age: "経過" },
  moods: {
    starting: "起動中",
    ready: "待受",
    busy: "多忙",
    asking: "質問中",
    limited: "上限",
    gone: "消失",
    unknown: "不明",
  },
  states: {
    queued: "未読",
    woken: "通知済",
    read: "既読",
    acked: "受領",
    expired: "期限切れ",
    bounced: "返送",
  },
  ages: {
    now: "今",
    minutes: (n) => `${n}分`,
    hours: (n) => `${n}時間`,
    days: (n) => `${n}日`,
  },
  workers: "作業中",
  pending: "未読",
  nothingPending: "なし",
  messages: "伝令",
  alarms: {
    limited: (role, detail) => `${role}は利用上限に達しています${detail ? `: ${detail}` : ""}`,
    asking: (role, detail) => `${role}は返答を待っています${detail ? `: ${detail}` : ""}`,
    gone: (role, detail) => `${role}のエージェントがいません${detail ? `: ${detail}` : ""}`,
    ritual: (role) => `${role}に儀式が届いていません。\`ovld ritual\` で渡し直せます`,
    ended: (army) => `${army} はもう動いていません`,
    unreadable: (army, reason) => `${army} を読み取れません: ${reason}`,
    more: (n) => `（他 ${n}）`,
  },
  empty: {
    armies: "このマシンに軍はいません。プロジェクトで `ovld summon` とすれば召喚できます。q で終了。",
    ended: "この軍は終わりました。q で終了。",
    messages: "伝令はまだありません。m で最初の一通を書けます。",
    match: (text) => `「${text}」に合うものはありません。Esc で全て表示。`,
  },
  keys: {
    quit: ["q", "終了"],
    choose: ["↑↓", "選択"],
    pane: ["Enter", "ペイン"],
    write: ["m", "書く"],
    restart: ["r", "再起動"],
    filter: ["/", "絞込"],
    all: ["Esc", "全て表示"],
    help: ["?", "ヘルプ"],
  },
  composer: { to: (role) => `${role}へ: `, hint: "Enter で送る、Esc で後に残す" },
  filter: { hint: "Enter で確定、Esc で全て表示" },
  restart: {
    question: (role) => `${role}を再起動しますか？ [y/N] 会話は続きます。`,
    absent: "エージェントの再起動はまだできません。",
    under: (role) => `${role}を再起動しています…`,
    done: (role) => `${role}を再起動しました。`,
  },
  focus: {
    done: (role) => `マルチプレクサに${role}を表示しました。`,
    nobody: (role, army) => `${role}を前に出しましたが、誰も見ていません: \`ovld attach ${army}\``,
  },
  send: {
    under: (role) => `${role}に送っています…`,
    queued: (role, why) => `${role}宛てに保管しました${why ? `（${why}）` : ""}。`,
    woken: (role) => `${role}に届け、知らせました。`,
  },
  failed: (reason) => `できませんでした: ${reason}`,
  help: {
    close: "? か Esc で閉じます。",
    lines: [
      ["↑ ↓  k j", "役割を選ぶ"],
      ["Enter", "そのペインを表示する"],
      ["m", "伝令を書く"],
      ["r", "再起動する（確認あり）"],
      ["/", "文字を含むものだけを表示する"],
      ["Esc", "行を離れる、全てを表示する"],
      ["q  Ctrl-C", "終了する。軍は続く"],
      ["*", "名前の後: 未読の伝令がある"],
      ["多忙?", "画面からの推測"],
    ],
  },
  left: (names) =>
    names.length === 1
      ? `${names[0]} は続いています。\`ovld dashboard --session ${names[0]}\` で再び表示できます。`
      : `${names.length} 軍は続いています。\`ovld dashboard --all\` で再び表示できます。`,
} satisfies typeof enDashboard;
