import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = new URL('../../', import.meta.url).pathname;
const page = readFileSync(`${ROOT}docs/internals/dependencies.md`, 'utf8');

const rows = [...page.matchAll(/^\| `([\w@/-]+)` \| .* \| ([^|]+) \|$/gm)].map(([, name = '', where = '']) => ({
  name,
  places: [...where.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place).filter((place) => place !== 'test/'),
}));

const sources = globSync(['{agent,bin,client,contract,copy,lambdas,lib,local,web}/**/*.{ts,tsx,mjs}', '*.ts'], { cwd: ROOT })
  .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file))
  .map((file) => ({ file, text: readFileSync(ROOT + file, 'utf8') }));

function importersOf(name: string): string[] {
  const imports = new RegExp(`(?:from|import\\() ?'${name}(?:/[^']*)?'`);
  return sources.filter(({ text }) => imports.test(text)).map(({ file }) => file);
}

describe('the page of the packages', () => {
  it('has each package that the service was asked to be built with', () => {
    const sdk = ['client-dynamodb', 'lib-dynamodb', 'client-sfn', 'client-acm'].map((name) => `@aws-sdk/${name}`);
    const others = ['aws-cdk-lib', 'constructs', '@middy/core', 'acme-client', 'zod', 'vitest', 'aws-sdk-client-mock'];
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...sdk, ...others].toSorted());
    const installed = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(installed).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
  });

  it.each(rows)('says where $name is imported, and nothing else imports it outside of test/', ({ name, places }) => {
    const importers = importersOf(name);
    expect(importers.filter((file) => !places.some((place) => file.startsWith(place)))).toEqual([]);
    expect(places.filter((place) => !importers.some((file) => file.startsWith(place)))).toEqual([]);
  });
});
