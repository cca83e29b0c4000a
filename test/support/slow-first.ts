import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Parts of the paths of tests that take minutes, longest first. Other files follow. */
const SLOW = [
  "test/chaos/chaos",
  "test/e2e/army.test",
  "test/claude/killed",
  "test/claude/drafts",
  "test/claude/",
  "test/e2e/summon-faults",
  "test/e2e/",
  "test/tmux/",
  "test/api/",
  "test/tui/",
];

/** Runs long tests first, so that a run does not end with a single worker on one of them. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = SLOW.findIndex((part) => moduleId.includes(`/${part}`));
      return found < 0 ? SLOW.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
