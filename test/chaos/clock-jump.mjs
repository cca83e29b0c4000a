// Loaded before a program by --import: its clock goes wrong by as many milliseconds as the file CHAOS_CLOCK says, from one moment to the next.
import { readFileSync } from "node:fs";

const file = process.env.CHAOS_CLOCK ?? "";
let offset = 0;
const look = () => {
  try {
    offset = Number(readFileSync(file, "utf8")) || 0;
  } catch {
    // It goes right until there is such a file.
  }
};
look();
setInterval(look, 200).unref();

globalThis.Date = new Proxy(Date, {
  construct: (real, args) => (args.length > 0 ? Reflect.construct(real, args) : new real(real.now() + offset)),
  get: (real, name) => (name === "now" ? () => real.now() + offset : Reflect.get(real, name)),
});
