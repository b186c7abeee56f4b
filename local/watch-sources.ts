import { once } from 'node:events';
import { watch } from 'chokidar';

/** An editor saves in several steps, and several files at once. */
const QUIET_MS = 300;

/** Gets what has changed since its last call, by the path below the folder; called one at a time. Must not reject. */
type OnChange = (files: string[]) => Promise<void>;

export interface Watching {
  folder: string;
  /** Files and folders below it, all of them there. */
  sources: readonly string[];
  onChange: OnChange;
  /** Told when the system does not let something be watched. */
  onFailure: (error: Error) => void;
}

/** Reports changes, from when it resolves until it is closed. (`fs.watch` loses a file below a folder once an editor has replaced it.) */
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

/** What is added reaches `onChange` together, once nothing more has come for a moment and the last call has ended. */
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
