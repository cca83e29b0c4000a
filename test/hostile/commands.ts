/** Commands that only look. */
export const looking = [
  "status",
  "status --all",
  "status --json",
  "log",
  "log --json",
  "log --export md",
  "inbox storm",
  "inbox glacier --json",
  "inbox",
  "cost",
  "report",
  "report --json",
  "doctor",
  "doctor --json",
  "dashboard --plain",
  "dashboard --all --plain",
  "config",
  "paths",
  "completions bash",
].map((line) => line.split(" "));

/** Commands that change something, in an order in which each still finds an army. */
export const changing = [
  "send storm hello",
  "send glacier hello --urgent",
  "ritual glacier",
  "restart glacier --force",
  "doctor --fix",
  "unsummon ovld-mine --force",
  "log --past",
  "report --session ovld-mine",
].map((line) => line.split(" "));
