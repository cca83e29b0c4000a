import type { enDemo } from "./en-demo.ts";

export const jaDemo: typeof enDemo = {
  order: "ランディングページを作れ",
  intro: [
    "台本どおりに動く 6 体のエージェントが、コーディングエージェントの代わりをします。ほかはすべて本物の ovld です。",
    "ストア、リレー、ペイン、通知は、実際の軍と同じものです。アカウントもネットワークも不要です。",
  ],
  standing: "軍が揃いました。",
  inside: (keys) => `これから軍のペインを表示し、命令を送ります。${keys} で離れるとデモは終了します。`,
  readAfter: (role, subject, time) => `${role} が「${subject}」を ${time} 後に読みました`,
  reported: (text) => `魔王の報告: ${text}`,
  killed: (role, pid) => `${role} のエージェントを、タスクを受け取る前に kill -9 しました（プロセス ${pid}）。`,
  seen: (mood) => `観測状態: ${mood}。`,
  mailOfDead: (unread) => `メッセージは残っています: 未読 ${unread} 通。`,
  back: (role, time) => `${role} が ${time} 後に復帰し、メッセージを読みます。`,
  summary: {
    title: "起きたこと",
    agents: (n) => `エージェント ${n} 体`,
    messages: (n) => `メッセージ ${n} 通`,
    lost: (n) => `消失 ${n}`,
    unread: (n) => `未読 ${n}`,
    separator: "、",
    wake: (time) => `保存から既読まで: ${time}（中央値）`,
    files: (files) => `作成したファイル: ${files.join(", ")}`,
  },
  cleaned: "軍を還送しました。プロセス、セッション、ファイルは残っていません。",
  nextTitle: "次は:",
  next: [
    "ovld demo --attach     マルチプレクサの中で見る",
    "ovld demo --kill-one   途中で 1 体を強制終了する",
    "ovld summon            自分のプロジェクトで本物のエージェントを召喚する。不足は ovld doctor で確認できます",
  ],
  nextFromClone: [
    "npm run demo -- --attach     マルチプレクサの中で見る",
    "npm run demo -- --kill-one   途中で 1 体を強制終了する",
    "npm pack                     パッケージを作り、npm install -g で入れて、自分のプロジェクトで ovld summon",
  ],
  late: "魔王はまだ報告していません。",
  greeting: "台本どおりに動くエージェントです。1 行入力して Enter を押すか、メッセージをお待ちください。",
  overlord: {
    working: (order) => `「${order}」を仕様にする`,
    spec: (order) => `仕様: ${order}`,
    done: (order) => `「${order}」を成し遂げた`,
    specBody: (order) =>
      `深淵の意志: ${order}\n一枚のページ、一つの言葉、一つのボタン。すぐに開き、携帯でも読みやすく。`,
  },
  strategist: {
    tasks: {
      inferno: "論理: ボタンに命を",
      glacier: "構造: ページを組む",
      shadow: "検証: 崩れないことを示す",
      storm: "言葉と見た目: 心を動かす",
    },
    taskBody: (order) => `「${order}」の一部。済んだらファイル名を添えて報告せよ。`,
    report: "四つの任、すべて完了",
    reportBody: (kings) => `四天王すべての報告がそろいました: ${kings.join("、")}。`,
  },
  kings: {
    inferno: {
      file: "site/button.js",
      content: "document.querySelector('button').onclick = () => alert('軍へようこそ。');\n",
      report: "ボタンは動く",
    },
    glacier: {
      file: "site/index.html",
      content: "<!doctype html>\n<title>入口</title>\n<main><h1>ようこそ</h1><button>加わる</button></main>\n",
      report: "ページは立った",
    },
    shadow: {
      file: "site/checks.txt",
      content: "題: あり\nボタン: あり\nスクリプト: 読める\n",
      report: "検査三つ、すべて緑",
    },
    storm: {
      file: "site/style.css",
      content: "main { max-width: 40rem; margin: 20vh auto; font: 1.25rem/1.6 system-ui; }\n",
      report: "見られる姿になった",
    },
  },
};
