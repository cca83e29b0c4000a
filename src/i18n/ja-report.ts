import type { enReport } from "./en-report.ts";

export const jaReport: typeof enReport = {
  cost: {
    columns: ["役割", "入力", "出力", "キャッシュ読取", "キャッシュ書込", "計上", "上限"],
    total: "合計",
    noLimit: "-",
  },
  export: { title: (army) => `${army} のメッセージ` },
  report: {
    title: (army) => `レポート: ${army}`,
    when: (from, to) => `${from} から ${to} まで`,
    facts: (formation, directory) => `陣形 ${formation}、${directory}`,
    messages: (n, urgent, late, unread) => `メッセージ ${n} 通: 緊急 ${urgent}、期限切れ ${late}、未読 ${unread}`,
    columns: [
      ...["役割", "送信", "受信", "未読", "期限切れ", "返信", "平均返信", "最長返信", "再起動", "ループ遮断"],
      ...["入力", "出力", "キャッシュ読取", "キャッシュ書込"],
    ],
    total: "合計",
    work: "役割ごとの作業",
    nothing: "送信なし",
    seconds: (n) => (n < 90 ? `${n} 秒` : n < 5400 ? `${Math.round(n / 60)} 分` : `${Math.round(n / 3600)} 時間`),
  },
};
