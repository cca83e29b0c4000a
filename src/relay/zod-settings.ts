import * as z from "zod";

/**
 * A relay parses only a few lines of JSON, so compiled parsers cost more than they save, and JSON has no cycles to
 * detect. zod reads the settings when a schema is made, so this file must be imported before any schema.
 */
z.config({
  jitless: true,
  memoizer: { attach() {}, guard() {}, alloc: (_schema, _payload, empty) => empty },
});
