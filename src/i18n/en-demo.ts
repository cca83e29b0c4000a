/** Texts of `ovld demo` and of its scripted agents. */
export const enDemo = {
  order: "build a landing page",
  intro: [
    "Six scripted agents stand in for coding agents; everything else is the real ovld.",
    "Store, relays, panes and notifications are those of your own armies. No account, no network.",
  ],
  standing: "The army is running.",
  inside: (keys: string) => `Showing it from inside; the order goes out now. Press ${keys} to leave and end the demo.`,
  readAfter: (role: string, subject: string, time: string) => `${role} has read “${subject}” after ${time}`,
  reported: (text: string) => `the overlord reports: ${text}`,
  killed: (role: string, pid: number) =>
    `The agent of ${role} is killed with kill -9 (process ${pid}) before it takes its task.`,
  seen: (mood: string) => `Observed mood: ${mood}.`,
  mailOfDead: (unread: number) => `Its mail is kept: ${unread} unread.`,
  back: (role: string, time: string) => `${role} is back after ${time} and reads its mail.`,
  summary: {
    title: "What happened",
    agents: (n: number) => `${n} agents`,
    messages: (n: number) => `${n} messages`,
    lost: (n: number) => `${n} lost`,
    unread: (n: number) => `${n} unread`,
    separator: ", ",
    wake: (time: string) => `from stored to read: ${time} (median)`,
    files: (files: string[]) => `files written: ${files.join(", ")}`,
  },
  cleaned: "The army is unsummoned; no process, session or file of it is left.",
  nextTitle: "Next:",
  next: [
    "ovld demo --attach     see it from inside",
    "ovld demo --kill-one   kill an agent during its work",
    "ovld summon            in your own project, with real agents; ovld doctor shows what is missing",
  ],
  nextFromClone: [
    "npm run demo -- --attach     see it from inside",
    "npm run demo -- --kill-one   kill an agent during its work",
    "npm pack                     build a package; install it with npm install -g, then ovld summon in your own project",
  ],
  late: "The overlord has not reported.",
  greeting: "A scripted agent. Type a line and press Enter, or wait for mail.",
  overlord: {
    working: (order: string) => `turning “${order}” into a spec`,
    spec: (order: string) => `Spec: ${order}`,
    done: (order: string) => `“${order}” is done`,
    specBody: (order: string) =>
      `The Abyss wants: ${order}\nOne page, one message, one button. Loads at once, reads well on a phone.`,
  },
  strategist: {
    tasks: {
      inferno: "Logic: let the button do something",
      glacier: "Structure: lay out the page",
      shadow: "Tests: prove that the page holds",
      storm: "Words and looks: make people want it",
    },
    taskBody: (order: string) => `Part of “${order}”. Report to me with the file when it is done.`,
    report: "All four parts are done",
    reportBody: (kings: string[]) => `All four have reported: ${kings.join(", ")}.`,
  },
  kings: {
    inferno: {
      file: "site/button.js",
      content: "document.querySelector('button').onclick = () => alert('Welcome to the army.');\n",
      report: "The button works",
    },
    glacier: {
      file: "site/index.html",
      content: "<!doctype html>\n<title>Landing</title>\n<main><h1>Hello</h1><button>Join</button></main>\n",
      report: "The page stands",
    },
    shadow: {
      file: "site/checks.txt",
      content: "title: there\nbutton: there\nscript: loads\n",
      report: "Three checks, all green",
    },
    storm: {
      file: "site/style.css",
      content: "main { max-width: 40rem; margin: 20vh auto; font: 1.25rem/1.6 system-ui; }\n",
      report: "It looks like something",
    },
  },
};
