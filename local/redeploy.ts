import { once } from 'node:events';
import { watch } from 'chokidar';
import { watchedSources } from './deploy.ts';
import { PROJECT } from './machine/environment.ts';

/** Editors save in several steps, and several files at once. */
const QUIET_MS = 300;

/** Gets the paths, relative to the folder, changed since the last call. Never called concurrently. Must not reject. */
type OnChange = (files: string[]) => Promise<void>;

export interface Watching {
  folder: string;
  /** Existing files and folders below it. */
  sources: readonly string[];
  onChange: OnChange;
  /** Called when the system refuses to watch something. */
  onFailure: (error: Error) => void;
}

/** Reports changes until it is closed. (`fs.watch` loses a file below a folder once an editor has replaced it.) */
export async function watchSources({ folder, sources, onChange, onFailure }: Watching): Promise<{ close(): Promise<void> }> {
  const batches = inBatches(onChange);
  const watcher = watch([...sources], { cwd: folder, ignoreInitial: true });
  watcher.on('error', (error) => onFailure(error as Error));
  watcher.on('all', (_, file) => batches.add(file));
  await once(watcher, 'ready');
  return {
    async close(): Promise<void> {
      batches.close();
      await watcher.close();
    },
  };
}

/** Batches files for `onChange`: it is called after a quiet moment, and after the last call has ended. */
export function inBatches(onChange: OnChange): { add(file: string): void; close(): void } {
  const added = new Set<string>();
  let quiet: NodeJS.Timeout | undefined;
  let isReporting = false;

  async function report(): Promise<void> {
    if (isReporting) return;
    isReporting = true;
    while (added.size > 0) {
      const files = [...added].sort();
      added.clear();
      await onChange(files);
    }
    isReporting = false;
  }

  return {
    add(file): void {
      added.add(file);
      clearTimeout(quiet);
      quiet = setTimeout(() => void report(), QUIET_MS);
    },
    close: () => clearTimeout(quiet),
  };
}

/** Functions that a redeployment uses. */
export interface Redeployment {
  deploy: () => Promise<'deployed' | 'unchanged'>;
  say: (line: string) => void;
  signal: AbortSignal;
}

const MAX_NAMES = 3;

/** For `npm start -- --watch`: deploys after each change of the sources, and continues after a failure. */
export async function redeployOnChange({ deploy, say, signal }: Redeployment): Promise<{ close(): Promise<void> }> {
  const watching = await watchSources({
    folder: PROJECT,
    sources: watchedSources,
    onChange: (files) => redeploy(files, { deploy, say, signal }),
    onFailure: (error) => say(`Not everything is watched (${error.message}): start again to deploy what is not seen to change.`),
  });
  say(`Deploying again whenever something changes in ${watchedSources.join(', ')}.`);
  return watching;
}

export async function redeploy(files: string[], { deploy, say, signal }: Redeployment): Promise<void> {
  const more = files.length > MAX_NAMES ? ` and ${files.length - MAX_NAMES} more` : '';
  say(`\nChanged: ${files.slice(0, MAX_NAMES).join(', ')}${more}. Deploying …`);
  const startedAt = performance.now();
  try {
    const result = await deploy();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    say(result === 'deployed' ? `Deployed after ${seconds} s.` : 'Nothing to deploy: what runs is made from the same sources.');
  } catch (error) {
    // Ctrl-C also ends a deployment.
    if (signal.aborted) return;
    say(`Not deployed: ${(error as Error).message}\nThe cloud stays up as it is; the next change is deployed.`);
  }
}
