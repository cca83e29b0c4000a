import fc from "fast-check";

/** One change of an agent to one file. */
export interface Mutation {
  name: string;
  /** Shell; `$f` is the file, `$d` its folder, `$o` the other army's file at this path, `$P` a file with `payload`. */
  script: string;
  /** New content of the file, made from the original content. */
  payload?(original: string): string;
}

const CONTROLS = "\u001b]0;PWNED\u0007\u009b2J\u202e";
const ODD: unknown[] = [
  null,
  [],
  {},
  -1,
  1e300,
  true,
  CONTROLS,
  "../../../../x",
  "x".repeat(100_000),
  [[]],
  { toString: 1 },
];

const plain: Mutation[] = [
  { name: "delete", script: 'rm -rf "$f"' },
  { name: "empty", script: ': >"$f"' },
  { name: "truncate to half", script: 'truncate -s "$(($(stat -c %s "$f") / 2))" "$f"' },
  { name: "make huge", script: 'truncate -s 256M "$f"' },
  { name: "link to a file of the user", script: 'rm -rf "$f"; ln -s "$HOME/.bashrc" "$f"' },
  { name: "link into the other army", script: 'rm -rf "$f"; ln -s "$o" "$f"' },
  { name: "link to endless bytes", script: 'rm -rf "$f"; ln -s /dev/zero "$f"' },
  { name: "link to a folder", script: 'rm -rf "$f"; ln -s "$HOME" "$f"' },
  { name: "link to itself", script: 'rm -rf "$f"; ln -s "$f" "$f"' },
  { name: "link to a program", script: 'rm -rf "$f"; ln -s "$CANARY" "$f"' },
  { name: "pipe", script: 'rm -rf "$f"; mkfifo "$f"' },
  { name: "folder", script: 'rm -rf "$f"; mkdir "$f"; echo x >"$f/x"' },
  { name: "file", script: 'rm -rf "$f"; echo x >"$f"' },
  { name: "hard link of another", script: 'rm -rf "$f"; ln "$S/relay/.clock" "$f"' },
  { name: "mode 000", script: 'chmod 000 "$f"' },
  { name: "mode 777", script: 'chmod 777 "$f"' },
  { name: "rename away", script: 'mv "$f" "$f.away"' },
  { name: "rename to a hostile name", script: `mv "$f" "$d/$(printf '\\033]0;PWNED\\007\\n-rf')"` },
  { name: "far future", script: 'touch -h -d @99999999999 "$f"' },
  { name: "far past", script: 'touch -h -d @-9999999999 "$f"' },
  { name: "many files beside it", script: '(cd "$d" && seq -f x%g.json 1000 | xargs touch)' },
  { name: "names of roles that are paths", script: 'cd "$d" && mkdir -p ./..hidden ./-rf "./\\$(canary)"' },
  { name: "programs' names", script: 'printf \'%s\\n\' "$CANARY" "\\$($CANARY)" "\\`$CANARY\\`" >"$f"' },
];

/** Replaces the value of one JSON field, or the whole content if it is no object. */
function oneField(field: number, odd: number): Mutation {
  const value = ODD[odd % ODD.length];
  return {
    name: `field ${field} is ${JSON.stringify(value)?.slice(0, 20)}`,
    script: 'cp "$P" "$f"',
    payload(original) {
      const parsed = parse(original);
      const keys = Object.keys(parsed);
      return JSON.stringify({ ...parsed, [keys[field % keys.length] ?? "x"]: value });
    },
  };
}

function content(name: string, payload: (original: string) => string): Mutation {
  return { name, script: 'cp "$P" "$f"', payload };
}

const contents: Mutation[] = [
  content("a later version", (original) => JSON.stringify({ ...parse(original), version: 999 })),
  content("deep JSON", () => "[".repeat(200_000)),
  content("a JSON number", () => "1e999"),
  content("null", () => "null"),
  content("control characters", (original) => `${CONTROLS}${original}${CONTROLS}\n`),
  content("no UTF-8", () => "\u0000\ufffd\udfff"),
  content("twice", (original) => original + original),
  content("a path in JSON", () => '{"__proto__":{"mood":"gone"},"role":"../../x"}'),
];

const any: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...plain) },
  { weight: 2, arbitrary: fc.constantFrom(...contents) },
  { weight: 2, arbitrary: fc.tuple(fc.nat(12), fc.nat(20)).map(([field, odd]) => oneField(field, odd)) },
  { weight: 1, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 300 }).map(randomBytes) },
);

/** A failure prints only the names. */
export const mutation = any.map((made) => ({ ...made, [fc.toStringMethod]: () => made.name }));

function randomBytes(bytes: Uint8Array): Mutation {
  const octal = [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
  return { name: `${bytes.length} random bytes`, script: `printf '${octal}' >"$f"` };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
