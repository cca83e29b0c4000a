import type { mailErrors } from "#base/mail-errors.ts";
import type { WordingOf } from "#errors/error-entry.ts";

export const jaMailErrors: WordingOf<typeof mailErrors> = {
  "role-unknown": {
    message: (v) => `役割 "${v.role}" はいません。いるのは: ${v.known.join(", ")}`,
    hint: () => "この中から指定してください。何もしていません。",
  },
  "role-ambiguous": {
    message: (v) => `"${v.role}" に当てはまる役割が複数あります: ${v.known.join(", ")}`,
    hint: () => "一つに決まるところまで入力してください。何もしていません。",
  },
  "subject-too-long": {
    message: (v) => `件名が ${v.characters} 文字あります。上限は ${v.limit} 文字です`,
    hint: () => "件名を短くし、残りは本文に書いてください。何も送信されていません。",
  },
  "send-by-agent": {
    message: (v) => `${v.role} のエージェントがこのコマンドを実行しており、伝令の差出人がユーザーになってしまいます`,
    hint: () =>
      "エージェントは send_message ツールで送ります。それでもユーザーとして送るなら --as-user を付けてください。何も送信されていません。",
  },
  "body-empty": {
    message: () => "伝令に本文がありません",
    hint: () => "何をすべきかを書いてください。何も送信されず、誰も起こされていません。",
  },
  "body-not-utf8": {
    message: () => "本文が正しい UTF-8 ではありません",
    hint: () => "`iconv -f SHIFT_JIS -t UTF-8` などで変換してください。何も送信されていません。",
  },
  "body-too-long": {
    message: (v) => `本文が上限の ${v.limit} バイトを超えています`,
    hint: () => "本文をプロジェクト内のファイルに書き、そのパスを送ってください。何も送信されていません。",
  },
  "routing-refused": {
    message: (v) => `${v.from} から ${v.to} へは送れません。この軍の伝令は階級に沿って届きます`,
    hint: (v) =>
      `何も送信されていません。${v.allowed.length > 0 ? `送れる相手: ${v.allowed.join(", ")}。その者に取り次ぎを頼んでください。` : "送れる相手はいません。"}`,
  },
  "storm-pair": {
    message: (v) => `${v.to} との伝令が 1 分間に ${v.messages} 通となり、上限に達しました`,
    hint: (v) =>
      `何も送信されていません。${v.seconds} 秒以上待ち、伝えることを 1 通にまとめて送るか、自分の仕事を続けてください。`,
  },
  "storm-chain": {
    message: (v) => `このやり取りは打ち切られました。即答が ${v.hops} 回続いており、${v.to} への伝令はさらにその次です`,
    hint: (v) =>
      `何も送信されていません。この伝令には返信せず、求められた仕事をするか、ターンを終えてください。${v.seconds} 秒以上後に結果があれば、それを送ってください。`,
  },
  "storm-thanks": {
    message: (v) => `${v.to} の伝令は礼か確認だけで、この伝令もそうです`,
    hint: () => "何も送信されていません。待つ者もいません。自分の仕事を続けるか、ターンを終えてください。",
  },
  "store-missing": {
    message: (v) => `${v.folder} に伝令の保管庫がありません`,
    hint: () =>
      "軍は既に還送されたか、OVLD_RELAY_DIR の指す場所が違います。`ovld status --all` で確かめ、残りは `ovld unsummon` で消せます。",
  },
  "store-damaged": {
    message: (v) => `${v.file} は伝令の保管庫が置いたものと異なります`,
    hint: () =>
      "何かが保管庫を書き換えました。伝令の入った軍の relay フォルダを `sessions` の外へ移すと、`ovld unsummon` で片付けられます。",
  },
  "relay-environment": {
    message: (v) => `${v.variable} が設定されていません`,
    hint: () =>
      "手で起動するものではありません。`ovld summon` で始まるエージェントが、OVLD_ROLE、OVLD_RELAY_DIR、OVLD_SESSION を設定して起動します。",
  },
};
