/** Splits text into user-perceived characters. Simple texts skip the segmenter, because its first use takes 15 ms. */
export function* graphemesOf(text: string): Generator<string> {
  if (isSimple(text)) return yield* text;
  for (let from = 0; from < text.length; ) {
    const piece = pieceFrom(text, from);
    const found = Array.from(segmenter().segment(piece), ({ segment }) => segment);
    // The last one may continue in the next piece.
    if (from + piece.length < text.length && found.length > 1) found.pop();
    yield* found;
    from += found.reduce((sum, { length }) => sum + length, 0);
  }
}

/** True when no character of the text joins another: Latin, punctuation, Japanese, symbols and plain emoji. */
export function isSimple(text: string): boolean {
  return SIMPLE.test(text);
}

/** V8 copies the whole input into each segment: 100 KB at once take 13 s, so a long text is segmented in pieces. */
const PIECE = 256;

/** Never ends between the halves of a surrogate pair, which would break the grapheme. */
function pieceFrom(text: string, from: number): string {
  const end = from + PIECE;
  return text.slice(from, /[\ud800-\udbff]/.test(text[end - 1] ?? "") ? end + 1 : end);
}

const blocks = [
  String.raw` -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0373\u0391-\u03a9\u03b1-\u03c9\u2010-\u2027\u2030-\u205e\u2100-\u2bff`,
  String.raw`\u3000-\u3029\u3030-\u3096\u309b-\u30ff\u3400-\u9fff\uf900-\ufa6d\uff01-\uff9d\uffe0-\uffe6`,
  // Left out: skin tones (1f3fb-1f3ff) and the letters of flags (1f1e6-1f1ff), which join others.
  String.raw`\u{1f300}-\u{1f3fa}\u{1f400}-\u{1f6ff}\u{1f900}-\u{1faff}\u{20000}-\u{2fa1d}`,
];
const SIMPLE = new RegExp(`^[${blocks.join("")}]*$`, "u");

let opened: Intl.Segmenter | undefined;

function segmenter(): Intl.Segmenter {
  opened ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return opened;
}
