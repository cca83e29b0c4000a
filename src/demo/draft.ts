/** Text of a composer, and whether a paste is in progress. */
export interface Draft {
  text: string;
  isPasting: boolean;
}

const [PASTE_START, PASTE_END] = ["\u001b[200~", "\u001b[201~"];
const ERASE = "\u007f";

/** The composer after a chunk of input. `submitted` is set only for a single Enter, as a key press sends it. */
export function afterInput(draft: Draft, chunk: string): { draft: Draft; submitted?: string } {
  if (draft.isPasting) return { draft: pasted(draft, chunk) };
  if (chunk === "\r" || chunk === "\n") return { draft: { text: "", isPasting: false }, submitted: draft.text.trim() };
  if (chunk === ERASE) return { draft: { ...draft, text: [...draft.text].slice(0, -1).join("") } };
  return { draft: pasted(draft, chunk) };
}

function pasted({ text, isPasting }: Draft, chunk: string): Draft {
  const mark = isPasting ? PASTE_END : PASTE_START;
  const at = chunk.indexOf(mark);
  const typed = text + (at < 0 ? chunk : chunk.slice(0, at)).replaceAll("\r", "\n");
  if (at < 0) return { text: typed, isPasting };
  return pasted({ text: typed, isPasting: !isPasting }, chunk.slice(at + mark.length));
}
