import type { enApi } from "./en-api.ts";

/** `ovld serve` が起動時に示す文と、API の問題の題。 */
export const jaApi = {
  serving: (url) => `API は ${url} で待ち受けています`,
  login: (url, minutes) => `ブラウザ: ${url}（一度だけ、${minutes} 分間有効）`,
  token: (file) => `プログラム: ${file} のトークンを Authorization: Bearer で送ってください`,
  insecure: (url) => `${url} は他のマシンから暗号化なしで届きます。途中で聞く者はトークンを得られます。`,
  unconfined: (armies) =>
    `${armies.join("、")} はサンドボックス内で動いていますが、API で召喚する軍はサンドボックスなしになります。config.toml の sandbox.engine を設定するか、これらの軍を終えてから起動してください。`,
  stop: "Ctrl-C で終わります。軍は続きます。",
  titles: {
    bug: "ovld の不具合",
    usage: "要求を受け付けませんでした",
    config: "設定、陣形、または環境が正しくありません",
    "missing-program": "必要なプログラムがないか、古すぎます",
    "not-found": "見つかりません",
    conflict: "他の何かが使用中です",
    "program-failed": "ovld が呼び出したプログラムが失敗しました",
    store: "ファイルを読み書きできませんでした",
    sandbox: "サンドボックスを用意できませんでした",
    cancelled: "中止しました",
  },
} satisfies typeof enApi;
