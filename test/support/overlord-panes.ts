/** Tab and title of each pane of the formation `overlord`, in order. */
export const overlordPanes = [
  "command/overlord",
  "command/strategist",
  "battlefield/inferno",
  "support/glacier",
  "support/shadow",
  "support/storm",
  "dashboard/dashboard",
];
