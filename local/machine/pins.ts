import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PINS = fileURLToPath(new URL('pins/', import.meta.url));

/**
 * Python packages that are installed together, each list with every transitive one and the hashes of all its files, for every
 * platform: `pins/python/<list>.txt`, which `npm run write -- python-pins` makes from `<list>.in`.
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

/** The folder of go.mod, which names the Go programs and their versions, and go.sum, the hashes of all their modules. */
export const GO_PINS = join(PINS, 'go');

/** The folder of the name servers' program, with its go.mod and go.sum. */
export const NAME_SERVERS = fileURLToPath(new URL('../name-servers/program/', import.meta.url));

/** Files of Maven Central that are downloaded together: `pins/maven/<list>/`. */
export const MAVEN_LISTS = ['dynamodb-local', 'generators', 'receiver'] as const;
export type MavenList = (typeof MAVEN_LISTS)[number];

/** What `npm run write -- maven-pins` resolves, and the files it found: each with its SHA-256 and path in a Maven repository. */
export const mavenPom = (list: MavenList) => join(PINS, 'maven', list, 'pom.xml');
export const mavenFiles = (list: MavenList) => join(PINS, 'maven', list, 'files.txt');

/** Generators that come from npm, with their lock file; and in `go/` those that come from Go, with what their code imports. */
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

/**
 * What pip and `uv pip` are to install: a file that does not hash to what the list says, or a package that it does not name, ends
 * the installation.
 */
export function pinnedPackages(list: PythonList): string[] {
  return ['--require-hashes', '--no-deps', '--only-binary', ':all:', '--requirement', requirementsFile(list)];
}

/** Changes whenever what is installed would: names the folder it is installed in. `files`: those that pin it. */
export function fingerprint(files: readonly string[], ...parts: string[]): string {
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  return createHash('sha256')
    .update(JSON.stringify([texts, parts]))
    .digest('hex')
    .slice(0, 12);
}

/** The oldest `go` that builds the programs, for example `1.24`: they name the same. */
export function oldestGo(folder = GO_PINS): string {
  const found = /^go (\d+\.\d+)/m.exec(readFileSync(join(folder, 'go.mod'), 'utf8'));
  if (!found?.[1]) throw new Error('go.mod does not say which Go it needs');
  return found[1];
}

/** Whether the output of `go version` is of a Go that can build the programs (`go version go1.26.8 linux/amd64`). */
export function isGoRecentEnough(goVersionOutput: string, atLeast: string): boolean {
  const found = /go version go(\d+)\.(\d+)/.exec(goVersionOutput);
  if (!found) return false;
  const [major = 0, minor = 0] = atLeast.split('.').map(Number);
  return Number(found[1]) > major || (Number(found[1]) === major && Number(found[2]) >= minor);
}

/** Older ones do not run DynamoDB Local. */
const OLDEST_JAVA = 17;

/** Whether the output of `java -version` is of a Java that runs DynamoDB Local (`openjdk version "17.0.15" 2025-04-15`). */
export function isJavaRecentEnough(javaVersionOutput: string): boolean {
  const found = /version "(\d+)/.exec(javaVersionOutput);
  return Number(found?.[1] ?? 0) >= OLDEST_JAVA;
}
