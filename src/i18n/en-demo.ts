/** Every word of `ovld demo`: what is shown, and what its scripted agents write. */
export const enDemo = {
  order: "build a landing page",
  intro: [
    "This is ovld with everything real but the minds: six scripted agents take the place of a coding agent each.",
    "Store, relays, panes and wake-ups are the ones your own army would have. No account, no network.",
  ],
  standing: "The army stands.",
  inside: (keys: string) => `Now you see it from inside, and the order goes out. ${keys} leaves, and ends the demo.`,
  readAfter: (role: string, subject: string, time: string) => `${role} has read “${subject}” after ${time}`,
  reported: (text: string) => `the overlord reports: ${text}`,
  killed: (role: string, pid: number) => `${role}'s agent is killed with -9 (process ${pid}), on its way to a task.`,
  seen: (mood: string) => `Seen: ${mood}.`,
  mailOfDead: (unread: number) => `Its mail is kept: ${unread} unread.`,
  back: (role: string, time: string) => `${role} is back after ${time} and takes up its mail.`,
  summary: {
    title: "What happened",
    agents: (n: number) => `${n} agents`,
    messages: (n: number) => `${n} messages`,
    lost: (n: number) => `${n} lost`,
    unread: (n: number) => `${n} unread`,
    separator: ", ",
    wake: (time: string) => `from stored to read: ${time} (median)`,
    files: (files: string[]) => `files made: ${files.join(", ")}`,
  },
  cleaned: "The army is dismissed; no process, session or file of it is left.",
  nextTitle: "Next:",
  next: [
    "ovld demo --attach     see it from inside",
    "ovld demo --kill-one   kill an agent on the way",
    "ovld summon            in your own project, with real agents; ovld doctor says what is missing",
  ],
  nextFromClone: [
    "npm run demo -- --attach     see it from inside",
    "npm run demo -- --kill-one   kill an agent on the way",
    "npm pack                     then install what it makes with npm install -g, and ovld summon in your own project",
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
