import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PINS = fileURLToPath(new URL('pins/', import.meta.url));

/**
 * Lists of Python packages that are installed together. `npm run write -- python-pins` makes `pins/python/<list>.txt` from
 * `<list>.in`, with every transitive package and the hashes of all its files, for every platform.
 */
export const PYTHON_LISTS = [
  'certbot',
  'cloud',
  'examples',
  'fuzzer',
  'generators',
  'go-command',
  'interop',
  'java',
  'packages',
  'template-scanners',
  'uv',
] as const;
export type PythonList = (typeof PYTHON_LISTS)[number];

/** Folder of go.mod, with the Go programs and versions, and of go.sum, with the hashes of all modules. */
export const GO_PINS = join(PINS, 'go');

/** Folder of the name servers' program, with its go.mod and go.sum. */
export const NAME_SERVERS = fileURLToPath(new URL('../name-servers/program/', import.meta.url));

/** Lists of Maven Central files that are downloaded together: `pins/maven/<list>/`. */
export const MAVEN_LISTS = ['dynamodb-local', 'generators', 'receiver'] as const;
export type MavenList = (typeof MAVEN_LISTS)[number];

/** `npm run write -- maven-pins` resolves the POM and lists the files it found, each with its SHA-256 and its repository path. */
export const mavenPom = (list: MavenList) => join(PINS, 'maven', list, 'pom.xml');
export const mavenFiles = (list: MavenList) => join(PINS, 'maven', list, 'files.txt');

/** Generators from npm with their lock file. Those from Go are in `go/`, with the imports of their code. */
export const GENERATOR_PINS = join(PINS, 'generators');

export interface PinnedFile {
  sha256: string;
  path: string;
}

export function pinnedFiles(list: MavenList): PinnedFile[] {
  const lines = readFileSync(mavenFiles(list), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [sha256 = '', path = ''] = line.split('  ');
    return { sha256, path };
  });
}

export function requirementsFile(list: PythonList): string {
  return join(PINS, 'python', `${list}.txt`);
}

/** Arguments for pip and `uv pip`. A wrong hash or a package outside the list aborts the installation. */
export function pinnedPackages(list: PythonList): string[] {
  return ['--require-hashes', '--no-deps', '--only-binary', ':all:', '--requirement', requirementsFile(list)];
}

/** Hash in the folder name of an installation. It changes with the pinned versions in `files`. */
export function fingerprint(files: readonly string[], ...parts: string[]): string {
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  return createHash('sha256')
    .update(JSON.stringify([texts, parts]))
    .digest('hex')
    .slice(0, 12);
}

/** The minimum Go version of the programs, for example `1.24`. All state the same. */
export function oldestGo(folder = GO_PINS): string {
  const found = /^go (\d+\.\d+)/m.exec(readFileSync(join(folder, 'go.mod'), 'utf8'));
  if (!found?.[1]) throw new Error('go.mod does not say which Go it needs');
  return found[1];
}

/** True when the `go version` output (`go version go1.26.8 linux/amd64`) is recent enough for the programs. */
export function isGoRecentEnough(goVersionOutput: string, atLeast: string): boolean {
  const found = /go version go(\d+)\.(\d+)/.exec(goVersionOutput);
  if (!found) return false;
  const [major = 0, minor = 0] = atLeast.split('.').map(Number);
  return Number(found[1]) > major || (Number(found[1]) === major && Number(found[2]) >= minor);
}

/** Minimum for DynamoDB Local. */
const OLDEST_JAVA = 17;

/** True when the `java -version` output (`openjdk version "17.0.15" 2025-04-15`) is recent enough for DynamoDB Local. */
export function isJavaRecentEnough(javaVersionOutput: string): boolean {
  const found = /version "(\d+)/.exec(javaVersionOutput);
  return Number(found?.[1] ?? 0) >= OLDEST_JAVA;
}
