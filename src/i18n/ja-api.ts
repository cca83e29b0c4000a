import type { enApi } from "./en-api.ts";

/** `ovld serve` の起動時のメッセージと、API のエラーの題名。 */
export const jaApi = {
  serving: (url) => `API は ${url} で待ち受けています`,
  login: (url, minutes) => `ブラウザ: ${url}（1 回限り、${minutes} 分間有効）`,
  token: (file) => `プログラム: ${file} のトークンを Authorization: Bearer で送ってください`,
  insecure: (url) =>
    `${url} には他のマシンから暗号化なしで接続できるため、トークンを盗聴されるおそれがあります。--tls-cert と --tls-key、または TLS プロキシを使ってください。`,
  unconfined: (armies) =>
    `${armies.join("、")} はサンドボックス内で動いていますが、API で召喚する軍はサンドボックスの外で動きます。config.toml の sandbox.engine を設定するか、先にこれらの軍を還送してください。`,
  stop: "Ctrl-C でサーバーを停止します。軍は動き続けます。",
  titles: {
    bug: "ovld の不具合",
    usage: "不正なリクエスト",
    config: "設定、陣形、環境変数のいずれかが不正です",
    "missing-program": "必要なプログラムがないか、古すぎます",
    "not-found": "見つかりません",
    conflict: "競合しています",
    "program-failed": "ovld が実行したプログラムが失敗しました",
    store: "ファイルを読み書きできませんでした",
    sandbox: "サンドボックスを用意できませんでした",
    cancelled: "中止しました",
  },
} satisfies typeof enApi;
