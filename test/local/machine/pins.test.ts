import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  fingerprint,
  GENERATOR_PINS,
  GO_PINS,
  isGoRecentEnough,
  isJavaRecentEnough,
  MAVEN_LISTS,
  type MavenList,
  mavenPom,
  NAME_SERVERS,
  oldestGo,
  PYTHON_LISTS,
  pinnedFiles,
  pinnedPackages,
  requirementsFile,
} from '../../../local/machine/pins.ts';

const wanted = (list: (typeof PYTHON_LISTS)[number]) =>
  readFileSync(requirementsFile(list).replace(/txt$/, 'in'), 'utf8')
    .split('\n')
    .filter((line) => /^[a-z]/.test(line));
/** Each package with its marker and hashes. */
const listed = (list: (typeof PYTHON_LISTS)[number]) =>
  readFileSync(requirementsFile(list), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim()
    .split(/\n(?=\S)/);

describe('the pinned Python packages', () => {
  it.each(PYTHON_LISTS)('have one exact version and the hashes of their files in the list %s', (list) => {
    for (const text of listed(list))
      expect(text).toMatch(/^[a-z0-9-]+==\d[\w.]*( ; [^\\]+)?( \\\n {4}--hash=sha256:[0-9a-f]{64})+$/);
  });

  it.each(PYTHON_LISTS)('are the requested ones in the list %s', (list) => {
    const versions = listed(list).map((text) => text.split(/[ \\]/)[0]);
    expect(wanted(list).length).toBeGreaterThan(0);
    expect(versions).toEqual(expect.arrayContaining(wanted(list)));
  });
});

it('pip installs nothing whose hash is not pinned', () => {
  expect(pinnedPackages('cloud')).toEqual(
    expect.arrayContaining(['--require-hashes', '--requirement', requirementsFile('cloud')]),
  );
  expect(pinnedPackages('cloud').at(-1)).toBe(requirementsFile('cloud'));
});

describe('the pinned Go modules', () => {
  const required = (folder: string) =>
    [...readFileSync(join(folder, 'go.mod'), 'utf8').matchAll(/^(?:\t|require )([\w./-]+) (v\S+)/gm)].map(
      ([, path, version]) => `${path} ${version}`,
    );

  it.each([
    ['Pebble', GO_PINS],
    ['the name servers', NAME_SERVERS],
    ['the generators of clients', join(GENERATOR_PINS, 'go')],
  ])('of %s have hashes, each of them', (_, folder) => {
    const sums = readFileSync(join(folder, 'go.sum'), 'utf8');
    expect(required(folder).length).toBeGreaterThan(2);
    for (const module of required(folder)) expect(sums).toContain(`${module} h1:`);
  });

  it('of the name servers are also those of Pebble, in the same versions: nothing more is downloaded or compiled', () => {
    expect(required(GO_PINS)).toEqual(expect.arrayContaining(required(NAME_SERVERS)));
  });

  it('name the Go that builds them, and all the same one', () => {
    expect(oldestGo()).toMatch(/^1\.\d+$/);
    expect(oldestGo(NAME_SERVERS)).toBe(oldestGo());
  });
});

it('another pin or another Python is installed into another folder', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'pins-')), 'list.txt');
  const withText = (text: string, python: string) => {
    writeFileSync(file, text);
    return fingerprint([file], python);
  };
  expect(new Set([withText('a==1', '3.11'), withText('a==2', '3.11'), withText('a==1', '3.12')]).size).toBe(3);
  expect(withText('a==1', '3.11')).toBe(withText('a==1', '3.11'));
});

describe('the Go of the machine', () => {
  it.each([
    ['go version go1.24.0 linux/amd64', true],
    ['go version go1.24 linux/amd64', true],
    ['go version go1.100.3 darwin/arm64', true],
    ['go version go2.0 linux/amd64', true],
    ['go version go1.23.9 linux/amd64', false],
    ['go version devel', false],
    ['', false],
  ])('that says "%s" is recent enough: %s', (output, expected) => {
    expect(isGoRecentEnough(output, '1.24')).toBe(expected);
  });
});

/** The minimum number of files, and the number of requested artifacts; the others are their dependencies. */
const SIZES: Record<MavenList, { files: number; requested: number }> = {
  'dynamodb-local': { files: 30, requested: 2 },
  generators: { files: 15, requested: 8 },
  receiver: { files: 30, requested: 2 },
};

describe.each(MAVEN_LISTS)('the pinned files of the list %s', (list) => {
  it('have a hash each, and lie in one folder under names of their own', () => {
    const names = pinnedFiles(list).map(({ path }) => path.split('/').at(-1));
    expect(names.length).toBeGreaterThan(SIZES[list].files);
    expect(new Set(names).size).toBe(names.length);
    for (const { sha256, path } of pinnedFiles(list)) {
      expect(`${sha256} ${path}`).toMatch(/^[0-9a-f]{64} [\w./-]+[.](jar|so|dylib)$/);
    }
  });

  it('are of the requested versions', () => {
    const pom = readFileSync(mavenPom(list), 'utf8');
    const asked = [...pom.matchAll(/<artifactId>(\S+)<\/artifactId>\s*<version>(\d[\d.]*[.]\d+)</g)]
      // A starter parent has the same version as the starters.
      .map(([, artifact = '', version]) => [artifact.replace(/-starter-parent$/, '-starter-webmvc'), version]);
    const paths = pinnedFiles(list).map(({ path }) => path);
    expect(asked.length).toBe(SIZES[list].requested);
    for (const [artifact, version] of asked) expect(paths.some((path) => path.includes(`/${artifact}/${version}/`))).toBe(true);
  });
});

describe('the Java of the machine', () => {
  it.each([
    ['openjdk version "17.0.15" 2025-04-15', true],
    ['java version "25" 2025-09-16 LTS', true],
    ['openjdk version "11.0.22" 2024-01-16', false],
    ['java version "1.8.0_402"', false],
    ['', false],
  ])('that says %s runs DynamoDB Local: %s', (output, expected) => {
    expect(isJavaRecentEnough(output)).toBe(expected);
  });
});
