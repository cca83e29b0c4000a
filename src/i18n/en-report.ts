/** Texts of `ovld cost`, `ovld report` and `ovld log --export`. */
export const enReport = {
  cost: {
    columns: ["ROLE", "INPUT", "OUTPUT", "CACHE READ", "CACHE WRITE", "COUNTED", "LIMIT"],
    total: "all",
    noLimit: "-",
  },
  export: { title: (army: string) => `Mail of ${army}` },
  report: {
    title: (army: string) => `Report: ${army}`,
    when: (from: string, to: string) => `From ${from} to ${to}`,
    facts: (formation: string, directory: string) => `Formation ${formation} in ${directory}`,
    messages: (n: number, urgent: number, late: number, unread: number) =>
      `${n === 1 ? "1 message" : `${n} messages`}: ${urgent} urgent, ${late} not read in time, ${unread} unread`,
    columns: [
      ...["Role", "Sent", "Received", "Unread", "Late", "Answers", "Mean answer", "Longest", "Restarts", "Loop cuts"],
      ...["Input", "Output", "Cache read", "Cache write"],
    ],
    total: "All",
    work: "Work by role",
    nothing: "nothing was sent",
    seconds: (n: number) => (n < 90 ? `${n} s` : n < 5400 ? `${Math.round(n / 60)} min` : `${Math.round(n / 3600)} h`),
  },
};
