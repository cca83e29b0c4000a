import { expect, test } from "vitest";
import { type RequirementId, requirements } from "./requirements.ts";

declare module "vitest" {
  interface TaskMeta {
    requirement?: string;
  }
}

interface VerifiesOptions {
  timeout?: number;
  /** Why this cannot run here, e.g. a program that is not installed. */
  skip?: string | false | undefined;
}

/** A test that proves a requirement; the run ends with how many requirements are proved. */
export function verifies(id: RequirementId, name: string, work: () => unknown, options: VerifiesOptions = {}): void {
  const known = requirements.some(([requirement]) => requirement === id);
  test(`${id}: ${name}`, options.timeout === undefined ? {} : { timeout: options.timeout }, async (context) => {
    expect(known, `unknown requirement ${id}`).toBe(true);
    context.skip(Boolean(options.skip), options.skip || undefined);
    await work();
    context.task.meta.requirement = id;
  });
}
