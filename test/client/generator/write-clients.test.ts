import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { CLIENTS, writeClients } from '../../../client/generator/write-clients.ts';
import { PROJECT } from '../../../local/machine/environment.ts';

const PYTHON = CLIENTS.python.files;
const [MODELS = ''] = PYTHON;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cps-clients-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
});

const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('the generated files of the clients that git ignores', () => {
  it('are written where they are missing, as they stand in this checkout, and no second time', async () => {
    const all = Object.values(CLIENTS).flatMap(({ files }) => files);
    expect(await writeClients(undefined, { root })).toEqual(all);
    for (const file of all) expect(read(file)).toBe(readFileSync(join(PROJECT, file), 'utf8'));
    expect(await writeClients(undefined, { root })).toEqual([]);
  });

  it('are written again where one was changed by hand', async () => {
    await writeClients(['python'], { root });
    const before = read(MODELS);
    writeFileSync(join(root, MODELS), before.replace('url: str', 'url: int'));
    expect(await writeClients(['python'], { root })).toEqual(PYTHON);
    expect(read(MODELS)).toBe(before);
  });

  it('are written again where the document has changed', async () => {
    await writeClients(['python'], { root });
    const document = join(root, 'openapi.json');
    const text = readFileSync(join(PROJECT, 'docs', 'openapi.json'), 'utf8');
    writeFileSync(document, text.replaceAll('"cname_target"', '"cname_goal"'));
    expect(await writeClients(['python'], { root, document })).toEqual(PYTHON);
    expect(read(MODELS)).toContain('cname_goal: str');
  });

  it('are those that .gitignore names', () => {
    const ignored = readFileSync(join(PROJECT, '.gitignore'), 'utf8').split('\n');
    const files = Object.values(CLIENTS).flatMap((client) => client.files.map((file) => `/${file}`));
    expect(ignored).toEqual(expect.arrayContaining(files));
  });
});
