import { expect, test } from "vitest";
import type { AgentCli } from "./agent-cli.ts";
import type { LaunchOptions, SetupOptions } from "./launch.ts";

const SESSION = "/home/m/a 'b\" 城/sessions/ovld-app";
const id = "00000000-0000-4000-8000-000000000001";

const pathsOf = (role: string) => ({ role, folder: SESSION, relay: `${SESSION}/relay` });
const options: LaunchOptions = { paths: pathsOf("storm"), autonomy: "ask" };
const setupOf = (role: string): SetupOptions => ({
  paths: pathsOf(role),
  lang: "en",
  relay: {
    ...{ command: "/usr/bin/node", args: ["/ovld/dist/main.cjs", "relay"] },
    env: { OVLD_ROLE: role, OVLD_RELAY_DIR: `${SESSION}/relay`, OVLD_SESSION: "ovld-app" },
  },
  ritual: "# Storm\n",
});

/** Contract of each adapter: how agents are started. */
export function launchContract(open: (program: string) => AgentCli) {
  const agent = open("/opt/the agent");

  test("the configured program is started, and each level of autonomy differently", () => {
    const lines = (["ask", "edits", "full"] as const).map((autonomy) => agent.argv({ ...options, autonomy }));
    for (const [program] of lines) expect(program).toBe("/opt/the agent");
    expect(new Set(lines.map((line) => line.join("\0"))).size).toBe(3);
  });

  test("model and conversation are passed only when given", () => {
    const conversation = (isBegun: boolean) => agent.argv({ ...options, conversation: { id, isBegun } });
    expect(agent.argv(options).join(" ")).not.toMatch(/opus-9|00000000-/);
    expect(agent.argv({ ...options, model: "opus-9" })).toContain("opus-9");
    for (const isBegun of [true, false]) expect(conversation(isBegun).join(" ")).toContain(id);
  });

  test("an agent's files are inside its session, apart from those of other roles, and name its relay", () => {
    const [storm, shadow] = [agent.files(setupOf("storm")), agent.files(setupOf("shadow"))];
    for (const { path } of storm) expect(path.startsWith(`${SESSION}/`), path).toBe(true);
    expect(storm.map(({ path }) => path).filter((path) => shadow.some((other) => other.path === path))).toEqual([]);
    const texts = storm.map(({ content }) => content);
    const all = texts.join("\n");
    for (const part of ["/usr/bin/node", "/ovld/dist/main.cjs", "ovld-app"]) expect(all).toContain(part);
    expect(all).toContain("# Storm");
    expect(
      agent
        .files({ ...setupOf("storm"), ritual: undefined })
        .map(({ content }) => content)
        .join(),
    ).not.toContain("# Storm");
  });

  test("its command line names only files that it has written", () => {
    const written = agent.files(setupOf("storm")).map(({ path }) => path);
    const named = agent.argv(options).filter((word) => word.startsWith(`${SESSION}/`));
    expect(named.filter((file) => !written.includes(file))).toEqual([]);
  });

  test("what it writes outside of a project are absolute paths below the home, or where variables say", () => {
    for (const platform of ["linux", "darwin"] as const) {
      const { folders, files } = agent.ownPlaces({ platform, home: "/home/m", env: {} });
      expect(folders.length).toBeGreaterThan(0);
      for (const path of [...folders, ...files]) expect(path).toMatch(/^\/home\/m\/./);
    }
  });
}
