import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../../local/machine/environment.ts';
import { plainDocument } from '../../web/reference/plain-document.ts';
import { ofThisCommit } from '../prove/of-this-commit.ts';
import { GENERATORS } from './generators.ts';
import { installGenerators, makeClient, runProgram } from './machine.ts';
import { writePage, writtenPage } from './page.ts';
import { CREDENTIALS, DOMAIN_ID, expectedLines, playApi, UNKNOWN_ID, WEBHOOK_ID } from './played-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'cps-documents-'));
const whole = readFileSync(join(PROJECT, 'docs', 'openapi.json'), 'utf8');
writeFileSync(join(folder, 'openapi.json'), whole);
writeFileSync(join(folder, 'openapi-plain.json'), JSON.stringify(plainDocument(JSON.parse(whole))));
const IDS = [DOMAIN_ID, UNKNOWN_ID, WEBHOOK_ID].map(String);

const tried: string[] = [];
let machine: Awaited<ReturnType<typeof installGenerators>>;
let api: Awaited<ReturnType<typeof playApi>>;

beforeAll(async () => {
  [machine, api] = await Promise.all([installGenerators(), playApi()]);
}, 600_000);
afterAll(() => {
  api.close();
  const date = new Date().toISOString().slice(0, 10);
  if (process.env.UPDATE_DOCS === '1') writePage(writtenPage({ names: tried, date }).page);
  rmSync(folder, { recursive: true });
});

describe('the client that a generator makes of the OpenAPI document', () => {
  it.each(ofThisCommit(GENERATORS, 3))(
    'compiles, calls the API, and reads what a later version answers: $name',
    async (generator) => {
      const { name, language } = generator;
      const program = await makeClient(generator, join(folder, generator.takes), machine);
      if (program === undefined) expect(language).toBe('C#');
      for (const day of ['today', 'tomorrow'] as const) {
        if (program === undefined) break;
        const lines = await runProgram([...program, ...IDS], { CPS_SITE: api.site(day), ...CREDENTIALS });
        expect(lines).toEqual(expectedLines(day));
      }
      tried.push(name);
    },
  );
});
