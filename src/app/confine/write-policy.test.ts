import { expect, test } from "vitest";
import { folderRules, isWritable } from "#sandbox/folder-rules.ts";
import { writePolicy } from "./write-policy.ts";

const home = "/home/m/.config/ovld";
const paths = {
  project: "/home/m/src/app",
  repository: ["/home/m/src"],
  ovldHome: home,
  session: `${home}/sessions/ovld-app`,
  knowledge: `${home}/knowledge/app-0123456789abcdef`,
  server: `${home}/server`,
  shared: ["/tmp", "/home/m/.claude", "/dev"],
  extra: ["/data"],
  files: ["/home/m/.claude.json"],
};

const inHome = [
  "config.toml",
  "registry.json",
  "rituals/inferno.md",
  "formations/x.toml",
  "sessions/ovld-other/relay",
  "knowledge/other-0/x",
];

/** Parts of a session that agents write, and parts that control processes outside the sandbox. */
function inSession(session: string) {
  const open = ["relay/inbox/storm/x.json", "relay/status/storm.json", "bell/storm/mood", "logs/relay-storm.log"];
  const files = ["session.json", "layout.kdl", "sandbox.sb", "watch.log", "watch.lock", "events.jsonl", "losses.json"];
  const others = ["rituals.json", "settings/storm.json", "settings/storm.ritual", "relay/mcp/storm.json"];
  const closed = [...files, ...others, "relay/closed/roster.json"];
  return { open: open.map((path) => `${session}/${path}`), closed: closed.map((path) => `${session}/${path}`) };
}

/** Paths of an ovld home in another folder. */
function homeAt(ovldHome: string) {
  const inHome = Object.entries(paths).filter(([, path]) => typeof path === "string" && path.startsWith(home));
  const moved = inHome.map(([key, path]) => [key, String(path).replace(home, () => ovldHome)]);
  return {
    ...paths,
    ...(Object.fromEntries(moved) as Pick<typeof paths, "ovldHome" | "session" | "knowledge" | "server">),
  };
}

test("only the project, its repository, the session, the insights and the agent CLI's folders are open", () => {
  const policy = writePolicy(paths);
  const rules = folderRules(policy);
  const open = [
    "/home/m/src/app/x",
    "/home/m/src/.git/x",
    ...inSession(paths.session).open,
    paths.knowledge,
    "/tmp/x",
    "/dev/tty",
  ];
  const others = ["/home/m/.claude/x", "/data/x"];
  const closed = [
    "/",
    "/home/m",
    "/home/m/.bashrc",
    "/home/m/.local/bin/claude",
    home,
    ...inHome.map((f) => `${home}/${f}`),
    ...inSession(paths.session).closed,
  ];
  expect([...open, ...others, ...closed].filter((path) => isWritable(rules, path))).toEqual([...open, ...others]);
  expect(policy).toMatchObject({ files: ["/home/m/.claude.json"], hidden: [`${home}/server`] });
});

test("an ovld home inside an open folder is closed, except for the session and the insights", () => {
  for (const ovldHome of ["/home/m/src/app/.ovld", "/home/m/src/.ovld", "/tmp/ovld-1", "/data/deep/er/ovld"]) {
    const inside = homeAt(ovldHome);
    const rules = folderRules(writePolicy(inside));
    for (const file of inHome) expect(isWritable(rules, `${ovldHome}/${file}`), file).toBe(false);
    const { open, closed } = inSession(inside.session);
    for (const path of [...open, `${inside.knowledge}/x`]) expect(isWritable(rules, path), path).toBe(true);
    for (const path of closed) expect(isWritable(rules, path), path).toBe(false);
    expect(isWritable(rules, "/home/m/src/app/x")).toBe(true);
  }
});

test("only the user's settings open a folder in the ovld home, and never the whole home", () => {
  const shared = { ...paths, shared: [`${home}/cache`] };
  expect(isWritable(folderRules(writePolicy(shared)), `${home}/cache/x`)).toBe(false);
  const asked = folderRules(writePolicy({ ...paths, extra: [`${home}/rituals`, home] }));
  expect(isWritable(asked, `${home}/rituals/x`)).toBe(true);
  expect(isWritable(asked, `${home}/config.toml`)).toBe(false);
});

test("a project that cannot be confined is refused", () => {
  for (const [project, why] of [
    ["/", "everything"],
    [home, "ovld-home"],
    [`${home}/rituals`, "ovld-home"],
  ])
    expect(() => writePolicy({ ...paths, project: project as string, repository: [] })).toThrow(
      expect.objectContaining({ code: "sandbox-project", details: { directory: project, why }, exitStatus: 9 }),
    );
});
