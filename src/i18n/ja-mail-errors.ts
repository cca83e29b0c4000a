import type { WordingOf } from "#errors/error-entry.ts";
import type { mailErrors } from "#errors/mail-errors.ts";

export const jaMailErrors: WordingOf<typeof mailErrors> = {
  "role-unknown": {
    message: (v) => `役割 "${v.role}" はありません。使用できる役割: ${v.known.join(", ")}`,
    hint: () => "何も変更していません。この中から指定してください。",
  },
  "role-ambiguous": {
    message: (v) => `"${v.role}" に一致する役割が複数あります: ${v.known.join(", ")}`,
    hint: () => "何も変更していません。一意に決まる長さまで入力してください。",
  },
  "subject-too-long": {
    message: (v) => `件名が ${v.characters} 文字あります。上限は ${v.limit} 文字です`,
    hint: () => "何も送信していません。件名を短くし、残りは本文に書いてください。",
  },
  "send-by-agent": {
    message: (v) =>
      `${v.role} のエージェントがこのコマンドを実行しているため、メッセージの差出人がユーザーになってしまいます`,
    hint: () =>
      "何も送信していません。エージェントは send_message ツールで送信します。それでもユーザーとして送る場合は --as-user を付けてください。",
  },
  "body-empty": {
    message: () => "メッセージに本文がありません",
    hint: () => "何も送信していません。本文を書いてください。",
  },
  "body-not-utf8": {
    message: () => "本文が正しい UTF-8 ではありません",
    hint: () => "何も送信していません。`iconv -f SHIFT_JIS -t UTF-8` などで変換してください。",
  },
  "body-too-long": {
    message: (v) => `本文が上限の ${v.limit} バイトを超えています`,
    hint: () => "何も送信していません。本文をプロジェクト内のファイルに書き、そのパスを送ってください。",
  },
  "routing-refused": {
    message: (v) => `${v.from} から ${v.to} へは送信できません。この軍のメッセージは階級に従います`,
    hint: (v) =>
      `何も送信していません。${v.allowed.length > 0 ? `送信できる相手: ${v.allowed.join(", ")}。いずれかに転送を依頼してください。` : "送信できる相手はいません。"}`,
  },
  "storm-pair": {
    message: (v) => `${v.to} とのメッセージが 1 分間に ${v.messages} 通となり、上限に達しました`,
    hint: (v) => `何も送信していません。${v.seconds} 秒待ってからすべてを 1 通にまとめて送るか、作業を続けてください。`,
  },
  "storm-chain": {
    message: (v) =>
      `即時返信が ${v.hops} 回続いたため、ループガードがやり取りを止めました。${v.to} へのメッセージは上限を超えます`,
    hint: (v) =>
      `何も送信していません。このメッセージには返信せず、依頼された作業をするか、ターンを終えてください。${v.seconds} 秒以上たって結果があれば、それを送ってください。`,
  },
  "storm-thanks": {
    message: (v) => `このメッセージは礼か確認だけです。${v.to} からのメッセージも同じです`,
    hint: () => "何も送信していません。返信は不要です。作業を続けるか、ターンを終えてください。",
  },
  "store-missing": {
    message: (v) => `${v.folder} にリレーのストアがありません`,
    hint: () =>
      "軍は既に還送されたか、OVLD_RELAY_DIR が誤っています。軍の一覧は `ovld status --all` で確認でき、残りは `ovld unsummon` で削除できます。",
  },
  "store-damaged": {
    message: (v) => `${v.file} はリレーのストアが作成したものと異なります`,
    hint: () =>
      "別のプログラムがストアを書き換えました。軍の relay フォルダー（メッセージを含む）を `sessions` の外へ移すと、`ovld unsummon` で還送できます。",
  },
  "relay-environment": {
    message: (v) => `${v.variable} が設定されていません`,
    hint: () =>
      "`ovld summon` を使ってください。各エージェントが OVLD_ROLE、OVLD_RELAY_DIR、OVLD_SESSION を設定してリレーを起動します。",
  },
};
