import type { WordingOf } from "#base/error-entry.ts";
import type { mailErrors } from "#base/mail-errors.ts";

export const jaMailErrors: WordingOf<typeof mailErrors> = {
  "role-unknown": {
    message: (v) => `役割 "${v.role}" はいません。いるのは: ${v.known.join(", ")}`,
    hint: () => "この中から指定してください。何もしていません。",
  },
  "subject-too-long": {
    message: (v) => `件名が ${v.characters} 文字あります。上限は ${v.limit} 文字です`,
    hint: () => "件名を短くし、残りは本文に書いてください。何も送信されていません。",
  },
  "body-too-long": {
    message: (v) => `本文が ${v.bytes} バイトあります。上限は ${v.limit} バイトです`,
    hint: () => "本文をプロジェクト内のファイルに書き、そのパスを送ってください。何も送信されていません。",
  },
  "store-missing": {
    message: (v) => `${v.folder} に伝令の保管庫がありません`,
    hint: () => "軍は既に還送されたか、OVLD_RELAY_DIR の指す場所が違います。`ovld status --all` で確かめてください。",
  },
  "store-damaged": {
    message: (v) => `${v.file} は伝令の保管庫が置いたものと異なります`,
    hint: () => "何かが保管庫を書き換えました。軍を還送し、もう一度召喚してください。",
  },
  "relay-environment": {
    message: (v) => `${v.variable} が設定されていません`,
    hint: () => "伝令は軍のエージェントが OVLD_ROLE、OVLD_RELAY_DIR、OVLD_SESSION を設定して起動します。",
  },
};
