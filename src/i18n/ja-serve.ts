import type { enServe } from "./en-serve.ts";

/** `ovld serve --help` の文。 */
export const jaServe = {
  summary: "このマシンの軍を HTTP で見せ、書き送り、召喚し、還送する",
  about: "指定がなければこのマシンだけで、自分専用のトークンで使えます。Ctrl-C まで動き、軍は続きます。",
  flags: {
    port: "ポート。0 なら空きを選ぶ",
    listen: "127.0.0.1 の代わりに待ち受けるアドレス",
    insecure: "他のマシンから届くアドレスを TLS なしで許す",
    "tls-cert": "証明書（PEM）",
    "tls-key": "その秘密鍵（PEM）",
    json: "JSON で表示する",
  },
} satisfies typeof enServe;
