import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { preparedFixture } from "#sandbox/sandbox.contract.ts";
import { bubblewrap } from "./bubblewrap.ts";

const sandbox = bubblewrap({ program: "bwrap" });

test("the disk is mounted read-only first, then opened from outer to inner folders", () => {
  const policy = {
    folders: ["/tmp", "/home/m/app", "/dev", "/home/m"],
    readOnly: ["/home/m/a/ovld"],
    files: ["/etc/f"],
    hidden: ["/home/m/a/ovld/server"],
  };
  const argv = sandbox.wrap(["claude", "--model", "opus"], policy, "/s");
  const mounts =
    "--ro-bind / / --dev-bind /dev /dev --proc /proc --bind-try /home/m /home/m --bind-try /home/m/a /home/m/a";
  expect(argv.join(" ")).toBe(
    [
      "env --ignore-signal=INT,QUIT bwrap --unshare-user --cap-drop ALL --die-with-parent",
      `${mounts} --ro-bind /home/m/a/ovld /home/m/a/ovld --bind-try /tmp /tmp --bind-try /etc/f /etc/f`,
      "--tmpfs /home/m/a/ovld/server --remount-ro /home/m/a/ovld/server",
      "-- env --default-signal=INT,QUIT claude --model opus",
    ].join(" "),
  );
});

test("the check names missing parts and the engine's reason", async () => {
  await using fixture = await preparedFixture(sandbox);
  await expect(bubblewrap({ program: "no-such-bwrap" }).check(fixture.policy, fixture.session)).rejects.toMatchObject({
    code: "program-missing",
    details: { program: "no-such-bwrap" },
  });
  const refusing = join(fixture.folder, "bwrap");
  const reason = "bwrap: No permissions to create new namespace";
  await writeFile(refusing, `#!/bin/sh\n[ "$1" = --version ] && exit 0\necho '${reason}' >&2; exit 1\n`);
  await chmod(refusing, 0o755);
  await expect(bubblewrap({ program: refusing }).check(fixture.policy, fixture.session)).rejects.toMatchObject({
    code: "sandbox-unusable",
    exitStatus: 9,
    details: { engine: "bubblewrap", reason },
  });
});
