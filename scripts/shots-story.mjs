/** @typedef {{ role: string, tool: string, input: object }} Call */

const texts = {
  en: {
    order: "Build a landing page for the castle",
    plan: ["Landing page: spec and first cut", "Spec is in docs/spec.md. Cut it into tasks and report."],
    tasks: [
      ["inferno", "Hero section with the gate animation"],
      ["glacier", "Contact form and its tests"],
      ["shadow", "Check the form for injections"],
      ["storm", "Deploy a preview"],
    ],
    done: ["Contact form is green", "42 tests, all green."],
    question: ["May I run the scanner?", "It needs the network."],
    statuses: {
      overlord: ["working", "reviewing the plan for the landing page"],
      strategist: ["done", "four tasks handed out"],
      inferno: ["working", "hero section: animating the gate"],
      glacier: ["done", "contact form, 42 tests"],
      shadow: ["blocked", "waits for leave to run the scanner"],
      storm: ["idle", ""],
    },
  },
  ja: {
    order: "城の紹介ページを作れ",
    plan: ["紹介ページ: 仕様と最初の分割", "仕様は docs/spec.md にある。任務に分けて報告せよ。"],
    tasks: [
      ["inferno", "冒頭の画面と城門の動き"],
      ["glacier", "問い合わせ欄とそのテスト"],
      ["shadow", "問い合わせ欄の注入攻撃を調べよ"],
      ["storm", "試作版を公開せよ"],
    ],
    done: ["問い合わせ欄は完成", "テスト 42 件、すべて通過。"],
    question: ["走査を実行してよいか？", "ネットワークが要る。"],
    statuses: {
      overlord: ["working", "紹介ページの計画を検分している"],
      strategist: ["done", "四つのタスクを割り当てた"],
      inferno: ["working", "冒頭の画面: 城門を動かしている"],
      glacier: ["done", "問い合わせ欄、テスト 42 件"],
      shadow: ["blocked", "走査の許しを待っている"],
      storm: ["idle", ""],
    },
  },
};

/**
 * Script of the agents in the pictures: an order goes down, reports come back, one agent is blocked.
 * @param {"en" | "ja"} lang
 * @returns {{ order: string, calls: Call[] }}
 */
export function storyIn(lang) {
  const { order, plan, tasks, done, question, statuses } = texts[lang];
  /** @param {string} role @param {string} to @param {string[]} message @returns {Call} */
  const send = (role, to, [subject = "", body = subject]) => ({
    role,
    tool: "send_message",
    input: { to, subject, body },
  });
  /** @param {string} role @returns {Call} */
  const read = (role) => ({ role, tool: "check_inbox", input: {} });
  const orders = tasks.map(([to = "", subject = ""]) => send("strategist", to, [subject]));
  const says = Object.entries(statuses).map(([role, [status, task]]) => ({
    ...{ role, tool: "update_status" },
    input: { status, task },
  }));
  const readers = ["inferno", "glacier", "shadow"].map(read);
  const reports = [send("glacier", "strategist", done), send("shadow", "overlord", question)];
  const calls = [read("overlord"), send("overlord", "strategist", plan), read("strategist"), ...orders, ...readers];
  return { order, calls: [...calls, ...reports, ...says] };
}
