import { describe, expect, it } from 'vitest';
import { testsOf } from './tests-of.ts';

const testFiles = new Map([
  ['test/lambdas/api/create.test.ts', "import { create } from '../../../lambdas/api/create.ts';"],
  ['test/lambdas/api/change.test.ts', "import { api } from './a-caller.ts';"],
  ['test/lambdas/api/a-caller.ts', "import { rotate } from '../../../lambdas/api/rotate.ts';"],
  ['test/properties/any.test.ts', "import { api } from '../lambdas/api/a-caller.ts';"],
  ['test/docs/page.test.ts', "import { NAMES } from '../../lambdas/names.ts';"],
  ['test/e2e/path.test.ts', "import { NAMES } from '../../lambdas/names.ts';\nimport { only } from '../../lambdas/only.ts';"],
  ['test/stack/api/site.test.ts', "import { Site } from '../../../lib/api/site.ts';"],
]);
const sources = ['lambdas/api/create.ts', 'lambdas/api/rotate.ts', 'lambdas/names.ts', 'lambdas/unknown.ts', 'lib/api/site.ts'];
const of = (path: string) => testsOf(path, testFiles, sources);

describe('the tests of a file', () => {
  it.each([
    ['the one that mirrors it', 'lambdas/api/create.ts', 'mirrored', ['test/lambdas/api/create.test.ts']],
    ['of lib/, the one that mirrors it in test/stack/', 'lib/api/site.ts', 'mirrored', ['test/stack/api/site.test.ts']],
    [
      'of a folder, all that mirror it',
      'lambdas/api',
      'mirrored',
      ['test/lambdas/api/change.test.ts', 'test/lambdas/api/create.test.ts'],
    ],
    ['of a test, itself', 'test/docs/page.test.ts', 'itself', ['test/docs/page.test.ts']],
    [
      'without a mirror, who imports it through a helper and lies beside it',
      'lambdas/api/rotate.ts',
      'importing',
      ['test/lambdas/api/change.test.ts'],
    ],
    ['otherwise who needs no cloud', 'lambdas/names.ts', 'importing', ['test/docs/page.test.ts']],
    ['and with a cloud if nobody else tests it', 'lambdas/only.ts', 'importing', ['test/e2e/path.test.ts']],
  ])('are %s', (_, path, how, tests) => {
    expect(of(path)).toEqual({ how, tests });
  });

  it('a path that no test knows is answered with what looks most like it', () => {
    expect(of('lambda/api/create.ts')).toMatchObject({
      how: 'nowhere',
      nearest: ['lambdas/api/create.ts', expect.anything(), expect.anything()],
    });
    expect(of('lambdas/unknown.ts')).toMatchObject({
      how: 'nowhere',
      nearest: ['lambdas/unknown.ts', expect.anything(), expect.anything()],
    });
  });
});
