// The real import graph of src/: files, their imports, and imports that the table of rooms forbids.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { rooms } from "./rooms.mjs";

/** @typedef {{ file: string, lines: number, imports: string[] }} SourceFile */

/** @returns {SourceFile[]} Product files below src/, without tests and contracts. */
export function sourceFiles() {
  const names = readdirSync("src", { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  return names
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|contract)\./.test(name))
    .sort()
    .map((file) => {
      const text = readFileSync(`src/${file}`, "utf8");
      return { file, lines: text.split("\n").length - 1, imports: importsIn(text, file) };
    });
}

/** The room of a file: its folder below src/, or the file itself for an entry. */
export function roomOf(/** @type {string} */ file) {
  return file.includes("/") ? file.slice(0, file.indexOf("/")) : file;
}

/** Whether the table of rooms forbids this import; entries and tests may import everything. */
export function isForbidden(/** @type {string} */ from, /** @type {string} */ to) {
  const room = Object.entries(rooms).findLast(([pattern]) => matches(pattern, from));
  return room !== undefined && !isBelow(from, to) && !room[1].imports.some((pattern) => matches(pattern, to));
}

/**
 * @param {string} text
 * @param {string} file
 */
function importsIn(text, file) {
  const found = [...text.matchAll(/(?:\bfrom|\bimport\(|\bimport)\s*"([#.][^"]+)"/g)].map(([, path = ""]) =>
    path.startsWith("#") ? path.slice(1) : posix.join(posix.dirname(file), path),
  );
  return [...new Set(found)].filter((path) => existsSync(`src/${path}`));
}

/** An import within a folder is written `./x.ts`, and is always allowed. */
function isBelow(/** @type {string} */ from, /** @type {string} */ to) {
  return to.startsWith(`${posix.dirname(from)}/`);
}

function matches(/** @type {string} */ pattern, /** @type {string} */ path) {
  const parts = pattern
    .split("/")
    .map((part) => (part === "**" ? ".*" : part.replaceAll(".", "\\.").replaceAll("*", "[^/]*")));
  return new RegExp(`^${parts.join("/")}$`).test(path);
}
