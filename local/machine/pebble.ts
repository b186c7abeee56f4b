import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { GO_PINS } from './pins.ts';
import { runCommand } from './run-command.ts';

const MODULE = 'github.com/letsencrypt/pebble/v2';

/** By Pebble's source file: pairs of original and replacement text. */
export type Patches = Record<string, [string, string][]>;

/**
 * Pebble 2.10.3 deadlocks when several clients order at once: reading an authorization takes its lock and then the store's,
 * ordering takes the store's and then each authorization's. The patch looks up the account first. It also unlocks a challenge
 * that is not displayed.
 */
export const DEADLOCK_PATCH: Patches = {
  'wfe/wfe.go': [
    ['\tauthz.Lock()\n\tdefer authz.Unlock()\n\tauthz.Order.RLock()', '\tauthz.Order.RLock()'],
    [
      '\t\tauthz.Status = acme.StatusDeactivated\n',
      '\t\tauthz.Lock()\n\t\tdefer authz.Unlock()\n\t\tauthz.Status = acme.StatusDeactivated\n',
    ],
    [
      '\t\tif authz.Status == acme.StatusPending {\n',
      '\t\tauthz.RLock()\n\t\tdefer authz.RUnlock()\n\t\tif authz.Status == acme.StatusPending {\n',
    ],
    ['c.Status != acme.StatusValid) {\n\t\t\tcontinue', 'c.Status != acme.StatusValid) {\n\t\t\tc.RUnlock()\n\t\t\tcontinue'],
  ],
};

interface Build {
  go: string;
  env: Record<string, string>;
  /** An existing folder, deleted afterwards. */
  scratch: string;
  /** Path of the new `pebble` binary. */
  destination: string;
  log: string;
  signal?: AbortSignal | undefined;
}

/**
 * Builds the pinned Pebble from the Go module proxy with our patches. Rejects when a patch's original text is not found exactly.
 */
export async function buildPebble(
  patches: readonly Patches[],
  { go, env, scratch, destination, log, signal }: Build,
): Promise<void> {
  const sources = await promisify(execFile)(go, ['mod', 'download', '-json', MODULE], {
    cwd: GO_PINS,
    env: { ...process.env, ...env },
    ...(signal && { signal }),
  });
  await copyPatched((JSON.parse(sources.stdout) as { Dir: string }).Dir, join(scratch, 'pebble'), patches);
  const pins = await readFile(join(GO_PINS, 'go.mod'), 'utf8');
  await writeFile(join(scratch, 'go.mod'), `${pins}\nreplace ${MODULE} => ./pebble\n`);
  await cp(join(GO_PINS, 'go.sum'), join(scratch, 'go.sum'));
  const args = ['build', '-o', join(destination, 'pebble'), `${MODULE}/cmd/pebble`];
  await runCommand('go build', { command: go, args, cwd: scratch, env, log, signal });
}

/** Files and folders of Go's module cache are read-only. */
async function copyPatched(from: string, to: string, patches: readonly Patches[]): Promise<void> {
  const changes = Map.groupBy(
    patches.flatMap((each) => Object.entries(each)),
    ([name]) => name,
  );
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const name = relative(from, join(entry.parentPath, entry.name));
    const content = await readFile(join(from, name));
    const mine = (changes.get(name) ?? []).flatMap(([, each]) => each);
    await mkdir(dirname(join(to, name)), { recursive: true });
    await writeFile(join(to, name), mine.length > 0 ? withChanges(content.toString(), mine, name) : content);
  }
}

function withChanges(text: string, changes: [string, string][], name: string): string {
  return changes.reduce((before, [old, instead]) => {
    if (before.split(old).length !== 2) throw new Error(`${name} of Pebble has not once: ${old}`);
    return before.replace(old, () => instead);
  }, text);
}
