import { expect, test } from "vitest";
import { skipFor } from "./programs.ts";
import { type RequirementId, requirements } from "./requirements.ts";

declare module "vitest" {
  interface TaskMeta {
    requirement?: string;
  }
}

export interface VerifyingOptions {
  timeout?: number;
  /** Reason to skip the test, e.g. a program that is not installed. */
  skip?: string | false | undefined;
}

/** Defines a test that proves a requirement; a run of all tests fails if a requirement has no proof. */
export type Verifies = (id: RequirementId, name: string, work: () => unknown) => void;

export const verifies: Verifies = verifying({});

/** `verifies` with a timeout, or with a reason to skip the test. */
export function verifying({ timeout, skip }: VerifyingOptions): Verifies {
  return (id, name, work) => {
    const known = requirements.some(([requirement]) => requirement === id);
    test(`${id}: ${name}`, timeout === undefined ? {} : { timeout }, async (context) => {
      context.task.meta.requirement = id;
      expect(known, `unknown requirement ${id}`).toBe(true);
      skipFor(context, skip);
      await work();
    });
  };
}
