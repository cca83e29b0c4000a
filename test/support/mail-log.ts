import { expect } from "vitest";
import type { Message } from "#mail/message.ts";
import type { TemporaryArmy } from "./temporary-army.ts";

/** Every message of an army, from `ovld log`. */
export async function mailLog(army: TemporaryArmy): Promise<Message[]> {
  const { status, stdout, stderr } = await army.ovld(["log", "--json"]);
  expect(status, stderr).toBe(0);
  const lines = stdout.split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Message);
}
