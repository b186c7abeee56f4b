import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** In the first line of a file, as vitest.config.ts describes it. */
const TAG = '@module-tag waits';

/**
 * In each project the files that wait for something first, where vitest has the longest first: otherwise these are the last, and
 * the processors idle. On a new checkout it knows no file's time, and would take the largest.
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
