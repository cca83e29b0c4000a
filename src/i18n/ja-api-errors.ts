import type { apiErrors } from "#base/api-errors.ts";
import type { WordingOf } from "#errors/error-entry.ts";
import { unlike } from "./ja-expectation.ts";

export const jaApiErrors: WordingOf<typeof apiErrors> = {
  "listen-open": {
    message: (v) => `${v.address} は他のマシンから届くため、トークンが暗号化されずに流れます`,
    hint: () =>
      "--tls-cert と --tls-key を指定するか、別の手段で暗号化しているなら --insecure を付けてください。何も起動していません。",
  },
  "listen-failed": {
    message: (v) => `${v.address} で待ち受けできません: ${v.reason}`,
    hint: () => "--listen で別のアドレスを、または --port で別のポートを指定してください。",
  },
  "port-taken": {
    message: (v) => `${v.address} のポート ${v.port} は既に使われています`,
    hint: () =>
      "ovld serve が既に動いているのかもしれません。--port で別のポートを指定してください。0 なら空きを選びます。",
  },
  "tls-incomplete": {
    message: () => "--tls-cert と --tls-key は両方が必要です",
    hint: () => "証明書と、その秘密鍵の両方を指定してください。",
  },
  "tls-unusable": {
    message: (v) => `証明書と鍵を使えません: ${v.reason}`,
    hint: () => "どちらも PEM ファイルで、互いに対応している必要があります。",
  },

  "token-needed": {
    message: () => "このサーバーのトークンが必要です",
    hint: () =>
      "`Authorization: Bearer <トークン>` を送ってください。トークンのファイルは `ovld paths` に出ます。ブラウザではログインリンクを使います。",
  },
  "login-spent": {
    message: () => "このログインリンクは使用済みか、期限切れです",
    hint: () => "`ovld serve` は起動時に新しいリンクを表示します。動作中は POST /api/v1/logins で作れます。",
  },
  "host-refused": {
    message: (v) => `"${v.host}" はこのサーバーの名前ではありません`,
    hint: () => "`ovld serve` が表示したアドレスで呼んでください。",
  },
  "origin-refused": {
    message: (v) => `"${v.origin}" のページからの要求には応じません`,
    hint: () => "ブラウザから使えるのは、このサーバー自身のページだけです。プログラムは Origin を付けません。",
  },
  "route-unknown": {
    message: (v) => `${v.path} には何もありません`,
    hint: () => "/api/v1/docs にすべてが載っています。",
  },
  "method-refused": {
    message: (v) => `${v.path} は ${v.method} を受け付けません。受け付けるのは ${v.known.join("、")} です`,
    hint: () => "どのメソッドが何をするかは /api/v1/docs にあります。何もしていません。",
  },
  "request-invalid": {
    message: (v) => unlike(v.place, v),
    hint: () => "期待される形は /api/v1/docs にあります。何もしていません。",
  },
  "request-key-unknown": {
    message: (v) => `${v.place} に ${v.key} という項目はありません`,
    hint: () => "期待される形は /api/v1/docs にあります。何もしていません。",
  },
  "request-not-json": {
    message: () => "要求の本文が JSON ではありません",
    hint: () => "Content-Type: application/json で JSON オブジェクトを一つ送ってください。何もしていません。",
  },
  "media-type-refused": {
    message: () => "要求の本文のメディアタイプが application/json ではありません",
    hint: () => "Content-Type: application/json で JSON オブジェクトを一つ送ってください。何もしていません。",
  },
  "request-too-large": {
    message: (v) => `要求の本文が ${v.limit} バイトを超えています`,
    hint: () =>
      "一度に送る量を減らし、長い文はプロジェクト内のファイルに書いてパスを送ってください。何もしていません。",
  },
  "too-many-requests": {
    message: (v) => `要求が多すぎます。次は ${v.seconds} 秒後に受け付けます`,
    hint: () =>
      "その秒数（Retry-After にもあります）待つか、繰り返し尋ねる代わりに /api/v1/events を受け取ってください。",
  },
  "too-many-streams": {
    message: (v) => `既に ${v.limit} のクライアントがイベントを受け取っています`,
    hint: () => "先にどれかを閉じてください。",
  },
  "upgrade-needed": {
    message: (v) => `${v.path} は WebSocket です`,
    hint: () => "WebSocket として開いてください。内容は docs/api.md にあります。一度だけ見るなら GET …/screen です。",
  },
  "too-many-terminals": {
    message: (v) => `既に ${v.limit} の端末が見られています`,
    hint: () => "先にどれかを閉じてください。",
  },
  "take-needed": {
    message: (v) => `${v.role} のキー操作を引き受けていないため、何も入力していません`,
    hint: () => '先に {"type":"take"} を送ってください。しばらく入力がなければ自動で返されます。',
  },
  "pane-taken": {
    message: (v) => `${v.role} のキー操作は他の誰かが引き受けています`,
    hint: () => "返されるか、しばらく入力がなければ空きます。",
  },
  "keys-visible": {
    message: (v) =>
      `${v.role} へのキー入力が、このマシンの他のユーザーに読まれるおそれがあります。zellij はキーを引数で受け取るため、プロセス一覧に現れます`,
    hint: () => "何も入力していません。軍を tmux で召喚するか、/proc を hidepid=2 でマウントしてください。",
  },
  "person-typing": {
    message: (v) => `${v.role} のペインで人が入力中です`,
    hint: () => "何も入力していません。入力が終わってから、もう一度引き受けてください。",
  },
  "pane-unsizable": {
    message: (v) => `このマルチプレクサでは ${v.role} のペインだけの大きさは変えられません`,
    hint: () => "何も変えていません。軍を表示している端末の大きさを変えてください。",
  },
  "message-unknown": {
    message: (v) => `セッション "${v.session}" に伝令 ${v.id} はありません`,
    hint: () => "id が違うか、別の軍のものです。セッションの messages を GET すると一覧があります。",
  },
};
