import { expect, test } from "vitest";
import type { Formation } from "#army/formation.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { examineWork, requireFieldsAllowed } from "./examine-work.ts";

const formation = { roles: [{ id: "storm", field: true }] } as unknown as Formation;

function configured({ config }: MemoryServices, isolation: "auto" | "worktree", engine: "bubblewrap" | "none") {
  return { ...config, work: { ...config.work, isolation }, sandbox: { ...config.sandbox, engine } };
}

test("agents in a sandbox get no worktrees: git settings of theirs would act outside of it", async () => {
  await using services = await memoryServices();
  const { directory } = services;
  const linux = { ...services, platform: "linux" as const };
  expect(await examineWork(configured(services, "auto", "bubblewrap"), formation, directory, linux)).toEqual({
    ...{ obstacle: "sandboxed", armies: [] },
  });
  await expect(
    examineWork(configured(services, "worktree", "bubblewrap"), formation, directory, linux),
  ).rejects.toMatchObject({ code: "field-impossible", details: { obstacle: "sandboxed" } });
});

test("an army with worktrees does not come back in a sandbox", async () => {
  await using services = await memoryServices();
  const linux = { ...services, platform: "linux" as const };
  const fields = { top: "/p", shared: "/p/.git", base: "0", slots: {} };
  const army = { directory: "/p", fields } as unknown as Parameters<typeof requireFieldsAllowed>[0];
  expect(() => requireFieldsAllowed(army, configured(services, "auto", "bubblewrap"), linux)).toThrow("sandbox");
  requireFieldsAllowed(army, configured(services, "auto", "none"), linux);
});
