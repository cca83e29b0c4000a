import * as z from "zod";

/**
 * Every relay starts beside an agent and parses a few lines of JSON in its life: compiling parsers costs more than it
 * saves, and JSON has no cycles to remember. Read when a schema is made, so this file is imported before any is.
 */
z.config({
  jitless: true,
  memoizer: { attach() {}, guard() {}, alloc: (_schema, _payload, empty) => empty },
});
