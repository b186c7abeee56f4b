import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stagePage } from '../../lib/stage/stage-page.ts';
import { productionStage } from '../stack/stage/stages.ts';

const FILE = 'docs/operate/stage.md';
const made = stagePage(productionStage);
if (process.env.UPDATE_DOCS === '1') writeFileSync(FILE, made);

it('docs/operate/stage.md tells of every field of a stage file (npm run docs writes it)', () => {
  expect(readFileSync(FILE, 'utf8')).toBe(made);
  expect(made).not.toContain('undefined');
});
