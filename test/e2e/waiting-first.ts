import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Expected in the first line of a file, see vitest.config.ts. */
const TAG = '@module-tag waits';

/**
 * Runs the files that mostly wait first; vitest would run the longest first. At the end, they would leave the processors idle. On
 * a new checkout vitest knows no durations and sorts by size.
 */
export default class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ofProjects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...ofProjects.values()].flatMap((own) => {
      const waiting = own.filter(({ moduleId }) => waits(moduleId));
      return [...waiting, ...own.filter((file) => !waiting.includes(file))];
    });
  }
}

function waits(file: string): boolean {
  const [line = ''] = readFileSync(file, 'utf8').split('\n', 1);
  return line.includes(TAG);
}
