import type { enServe } from "./en-serve.ts";

/** `ovld serve` のヘルプ。 */
export const jaServe = {
  summary: "このマシンの軍を HTTP で公開する。監視、送信、召喚、還送ができる",
  about: "既定では 127.0.0.1 で待ち受け、トークンを要求します。Ctrl-C で停止しても、軍は動き続けます。",
  flags: {
    port: "待ち受けるポート。0 なら空きポートを選ぶ",
    listen: "127.0.0.1 の代わりに待ち受けるアドレス",
    insecure: "他のマシンから到達できるアドレスを TLS なしで許可する",
    "tls-cert": "証明書（PEM）",
    "tls-key": "証明書の秘密鍵（PEM）",
    json: "JSON で表示する",
  },
} satisfies typeof enServe;
