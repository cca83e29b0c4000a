import type { enDemo } from "./en-demo.ts";

export const jaDemo: typeof enDemo = {
  order: "ランディングページを作れ",
  intro: [
    "本物でないのは頭脳だけの ovld です。六体の脚本つきエージェントが、コーディングエージェントの席に着きます。",
    "保管庫、伝令役、ペイン、起こし方は、あなたの軍と同じものです。アカウントもネットワークも要りません。",
  ],
  standing: "軍が揃いました。",
  inside: (keys) => `これから中を映し、命を下します。${keys} で離れるとデモは終わります。`,
  readAfter: (role, subject, time) => `${role} が「${subject}」を ${time} 後に読みました`,
  reported: (text) => `魔王の報告: ${text}`,
  killed: (role, pid) => `${role} のエージェントを、任務を受ける前に kill -9 しました（プロセス ${pid}）。`,
  seen: (mood) => `見えている様子: ${mood}。`,
  mailOfDead: (unread) => `伝令は残っています: 未読 ${unread} 通。`,
  back: (role, time) => `${role} が ${time} 後に戻り、伝令に取りかかります。`,
  summary: {
    title: "起きたこと",
    agents: (n) => `エージェント ${n} 体`,
    messages: (n) => `伝令 ${n} 通`,
    lost: (n) => `失われたもの ${n}`,
    unread: (n) => `未読 ${n}`,
    separator: "、",
    wake: (time) => `保管から読まれるまで: ${time}（中央値）`,
    files: (files) => `作られたファイル: ${files.join(", ")}`,
  },
  cleaned: "軍を還送しました。プロセス、セッション、ファイルは残っていません。",
  nextTitle: "次は:",
  next: [
    "ovld demo --attach     中から眺める",
    "ovld demo --kill-one   途中で一体を倒す",
    "ovld summon            自分のプロジェクトで、本物のエージェントと。足りないものは ovld doctor が教えます",
  ],
  nextFromClone: [
    "npm run demo -- --attach     中から眺める",
    "npm run demo -- --kill-one   途中で一体を倒す",
    "npm pack                     できたものを npm install -g で入れ、自分のプロジェクトで ovld summon",
  ],
  late: "魔王はまだ報告していません。",
  greeting: "脚本つきのエージェントです。一行入力して Enter を押すか、伝令をお待ちください。",
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
