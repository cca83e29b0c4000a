import { lstatSync } from "node:fs";
import { connect } from "node:net";

export type ModAnswer = "woken" | "no-mod";

/** Milliseconds. A relay answers within a few; the next channel is tried after this time. */
const ANSWER_LIMIT = 1000;
const LONGEST_ANSWER = 1024;
const WAKE = "POST /wake HTTP/1.1\r\nhost: ovld\r\ncontent-length: 0\r\n\r\n";

/**
 * Asks the agent's relay to wake the agent through the mod. Agents can write here: the request is fixed, a link is not
 * followed, and of the answer only one word counts.
 */
export function askMod(socket: string): Promise<ModAnswer> {
  if (!isSocket(socket)) return Promise.resolve("no-mod");
  return new Promise((resolve) => {
    const line = connect(socket, () => line.write(WAKE));
    let answer = "";
    const settle = () => {
      clearTimeout(timer);
      line.destroy();
      resolve(answer.endsWith("\r\n\r\nwoken") ? "woken" : "no-mod");
    };
    const timer = setTimeout(settle, ANSWER_LIMIT);
    line.setEncoding("latin1");
    line.on("data", (chunk) => {
      answer += chunk;
      if (answer.length > LONGEST_ANSWER || /\r\n\r\n(woken|no-mod)$/.test(answer)) settle();
    });
    line.on("error", settle);
    line.on("close", settle);
  });
}

/** False if the path cannot be read, e.g. because its folder was replaced by a file. */
function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket();
  } catch {
    return false;
  }
}
