import { reader } from "./agent.ts";
import { type Script, use } from "./scripted-model.ts";

/** Works until the given file exists; then reads its mail if it was notified of any. */
export const worker: Script = (request) => {
  const waits = /WORK until (\S+)/.exec(request.said)?.[1];
  if (waits !== undefined)
    return use("Bash", { command: `until [ -e ${waits} ]; do sleep 0.05; done; echo WORKED`, description: "Work" });
  return reader(request);
};
