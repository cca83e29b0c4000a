import { OvldError } from "#errors/ovld-error.ts";

/** Whether a program exited with 0; other failures than an exit status are thrown. */
export async function isTrue(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer;
    return true;
  } catch (error) {
    if (!OvldError.is(error, "program-failed")) throw error;
    return false;
  }
}
