import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { sixRoles } from "#test/support/six-roles.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { registryOf } from "./army-parts.ts";
import { findReader, findRole, findSession, openSession } from "./find-session.ts";

/** `ovld-project` and `ovld-project-2`. */
async function twoArmies(services: MemoryServices) {
  const directory = join(services.directory, "project");
  await mkdir(directory);
  return [await summonedArmy(services), await summonedArmy({ ...services, directory })] as const;
}

test("a whole name finds its army, even if another name begins with it", async () => {
  await using services = await memoryServices();
  const [first, second] = await twoArmies(services);
  expect(await findSession(services, first.name)).toEqual(first);
  expect(await findSession(services, second.name)).toEqual(second);
});

test("a unique prefix finds its army", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  expect(await findSession(services, "ovld-pro")).toEqual(army);
});

test.each(["ovld-pro", "other", ""])(
  "the name %j is refused, because several or no armies have this prefix",
  async (session) => {
    await using services = await memoryServices();
    const known = (await twoArmies(services)).map(({ name }) => name);
    await expect(findSession(services, session)).rejects.toMatchObject({
      ...{ code: "session-unknown", details: { session, known } },
    });
  },
);

test("commands that end agents refuse a prefix", async () => {
  await using services = await memoryServices();
  const { name } = await summonedArmy(services);
  const options = { isWholeName: true };
  await expect(findSession(services, "ovld-pro", options)).rejects.toMatchObject({ code: "session-unknown" });
  expect(await findSession(services, name, options)).toMatchObject({ name });
});

test("without a name the army of this directory is found, also through a symlink; in other directories none", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  expect(await findSession(services, undefined)).toEqual(army);
  const link = join(services.directory, "link");
  await symlink(services.directory, link);
  expect(await findSession({ ...services, directory: link }, undefined)).toEqual(army);
  const directory = join(services.directory, "..");
  await expect(findSession({ ...services, directory }, undefined)).rejects.toMatchObject({
    ...{ code: "session-none-here", details: { directory } },
  });
});

test("mail of an army of ovld 0.1 is not opened, because its agents can write every file", async () => {
  await using services = await memoryServices();
  const { version: _, ...army } = await summonedArmy(services);
  await registryOf(services).remove(army.name);
  await registryOf(services).add({ ...army, name: "ovld-old" });
  await expect(openSession(services, "ovld-old")).rejects.toMatchObject({ code: "session-outdated" });
});

const roster = sixRoles();

test.each([
  ["storm", "storm"],
  ["ov", "overlord"],
  ["STORM", "storm"],
  ["storm軍", "storm"],
])("%j finds the role %s: by id, by prefix, or by display name", (word, role) => {
  expect(findRole(word, roster)).toBe(role);
});

test("a prefix of several roles is refused with their names", () => {
  expect(() => findRole("s", roster)).toThrow(
    expect.objectContaining({
      code: "role-ambiguous",
      details: { role: "s", known: ["strategist", "shadow", "storm"] },
    }),
  );
});

test.each(["dragon", "", "user"])("no role is %j", (word) => {
  const known = roster.roles.map(({ id }) => id);
  expect(() => findRole(word, roster)).toThrow(
    expect.objectContaining({ code: "role-unknown", details: { role: word, known } }),
  );
});

test("the user has an inbox like a role", () => {
  expect([findReader("user", roster), findReader("sto", roster)]).toEqual(["user", "storm"]);
});
