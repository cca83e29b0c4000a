import type { apiErrors } from "#errors/api-errors.ts";
import type { WordingOf } from "#errors/error-entry.ts";
import { unlike } from "./ja-expectation.ts";

export const jaApiErrors: WordingOf<typeof apiErrors> = {
  "listen-open": {
    message: (v) => `${v.address} には他のマシンから接続できるため、トークンが暗号化されずに送られます`,
    hint: () =>
      "何も起動していません。--tls-cert と --tls-key を指定してください。TLS プロキシの後ろなら --insecure を付けてください。",
  },
  "listen-failed": {
    message: (v) => `${v.address} で待ち受けできません: ${v.reason}`,
    hint: () => "--listen で別のアドレスを、または --port で別のポートを指定してください。",
  },
  "port-taken": {
    message: (v) => `${v.address} のポート ${v.port} は既に使われています`,
    hint: () =>
      "`ovld serve` が既に動いている可能性があります。--port で別のポートを指定してください。0 なら空きポートを選びます。",
  },
  "tls-incomplete": {
    message: () => "--tls-cert と --tls-key は一緒に指定する必要があります",
    hint: () => "証明書と、その秘密鍵の両方を指定してください。",
  },
  "tls-unusable": {
    message: (v) => `証明書と鍵を使えません: ${v.reason}`,
    hint: () => "証明書と、その証明書に対応する秘密鍵を、どちらも PEM ファイルで指定してください。",
  },

  "token-needed": {
    message: () => "リクエストに有効なトークンがありません",
    hint: () =>
      "`Authorization: Bearer <トークン>` を送ってください。トークンのファイルは `ovld paths` で確認できます。ブラウザではログインリンクを使います。",
  },
  "login-spent": {
    message: () => "このログインリンクは使用済みか、期限切れです",
    hint: () => "POST /api/v1/logins で新しいリンクを作成するか、`ovld serve` を再起動してください。",
  },
  "host-refused": {
    message: (v) => `"${v.host}" はこのサーバーの名前ではありません`,
    hint: () => "`ovld serve` が表示したアドレスを使ってください。",
  },
  "origin-refused": {
    message: (v) => `"${v.origin}" のページからのリクエストは拒否されます`,
    hint: () =>
      "ブラウザでは、このサーバー自身のページを使ってください。プログラムでは Origin ヘッダーを省いてください。",
  },
  "route-unknown": {
    message: (v) => `${v.path} は存在しません`,
    hint: () => "すべてのルートは /api/v1/docs で確認できます。",
  },
  "method-refused": {
    message: (v) => `${v.path} は ${v.method} を受け付けません。受け付けるのは ${v.known.join("、")} です`,
    hint: () => "何も変更していません。各ルートのメソッドは /api/v1/docs で確認できます。",
  },
  "request-invalid": {
    message: (v) => unlike(v.place, v),
    hint: () => "何も変更していません。リクエストの形式は /api/v1/docs で確認できます。",
  },
  "request-key-unknown": {
    message: (v) => `${v.place} に不明なキー ${v.key} があります`,
    hint: () => "何も変更していません。リクエストの形式は /api/v1/docs で確認できます。",
  },
  "request-not-json": {
    message: () => "リクエストボディが JSON ではありません",
    hint: () => "何も変更していません。Content-Type: application/json で JSON オブジェクトを 1 つ送ってください。",
  },
  "media-type-refused": {
    message: () => "リクエストボディのメディアタイプが application/json ではありません",
    hint: () => "何も変更していません。Content-Type: application/json で JSON オブジェクトを 1 つ送ってください。",
  },
  "request-too-large": {
    message: (v) => `リクエストボディが ${v.limit} バイトを超えています`,
    hint: () => "何も変更していません。長い文はプロジェクト内のファイルに書き、そのパスを送ってください。",
  },
  "too-many-requests": {
    message: (v) => `リクエストが多すぎます。${v.seconds} 秒後に再試行してください`,
    hint: () =>
      "Retry-After ヘッダーの秒数だけ待ってください。ポーリングの代わりに /api/v1/events のイベントを購読できます。",
  },
  "too-many-streams": {
    message: (v) => `イベントストリームの上限 ${v.limit} に達しています`,
    hint: () => "先にどれかを閉じてください。",
  },
  "upgrade-needed": {
    message: (v) => `${v.path} は WebSocket です`,
    hint: () =>
      "WebSocket で接続してください（docs/api.md を参照）。画面を 1 回だけ取得するには GET …/screen を使います。",
  },
  "too-many-terminals": {
    message: (v) => `端末の接続数の上限 ${v.limit} に達しています`,
    hint: () => "先にどれかを閉じてください。",
  },
  "take-needed": {
    message: (v) => `このクライアントには ${v.role} のペインの操作権がありません`,
    hint: () =>
      '何も入力していません。先に {"type":"take"} を送ってください。操作権は、しばらく入力がないと失われます。',
  },
  "pane-taken": {
    message: (v) => `別のクライアントが ${v.role} のペインを操作しています`,
    hint: () => "そのクライアントが操作権を返すか、しばらく入力がなくなるまで待ってください。",
  },
  "keys-visible": {
    message: (v) =>
      `zellij はキーを引数で受け取るため、${v.role} へのキー入力をプロセス一覧から他のユーザーに読まれるおそれがあります`,
    hint: () => "何も入力していません。軍を tmux で召喚するか、/proc を hidepid=2 でマウントしてください。",
  },
  "person-typing": {
    message: (v) => `${v.role} のペインでユーザーが入力中です`,
    hint: () => "何も入力していません。ユーザーの入力が終わってから、もう一度操作権を取得してください。",
  },
  "pane-unsizable": {
    message: (v) => `このマルチプレクサでは ${v.role} のペインだけのサイズを変更できません`,
    hint: () => "何も変更していません。軍を表示している端末のサイズを変更してください。",
  },
  "message-unknown": {
    message: (v) => `セッション "${v.session}" にメッセージ ${v.id} はありません`,
    hint: () => "id が誤っているか、別の軍のものです。セッションの messages を GET すると一覧を取得できます。",
  },
};
