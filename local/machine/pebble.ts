import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { GO_PINS } from './pins.ts';
import { runCommand } from './run-command.ts';

const MODULE = 'github.com/letsencrypt/pebble/v2';

/** By its file in Pebble: what is there, and what is to be there instead. */
export type Patches = Record<string, [string, string][]>;

/**
 * Pebble 2.10.3 stands still for ever once a few clients order at the same time: whoever reads an authorization holds its lock
 * and asks for the store's, and whoever orders holds the store's and asks for that of each authorization. Here the account is
 * looked up first. Besides, a challenge that is not shown was never unlocked again.
 */
export const NO_DEADLOCK: Patches = {
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
  /** The Go command. */
  go: string;
  /** Of it. */
  env: Record<string, string>;
  /** A folder that exists and is deleted afterwards. */
  scratch: string;
  /** Where `pebble` is to lie. */
  destination: string;
  log: string;
  signal?: AbortSignal | undefined;
}

/** The pinned Pebble with changes of ours, from the Go module proxy. Rejects where it has not exactly what a change replaces. */
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

/** Files of the module cache are for reading only, and so are its folders. */
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
