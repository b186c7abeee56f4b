import { readFileSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const POLL_EVERY_MS = 1000;
/** From `npm start` to this process: npm, its shell, bootstrap.mjs, this process. */
const GENERATIONS = 4;

/** A request to end: a signal, or the death of the npm that started it, because Ctrl-C would then reach nobody. */
export function stopRequest() {
  const controller = new AbortController();
  const ask = () => controller.abort();
  for (const signal of SIGNALS) process.on(signal, ask);
  const line = lineFromNpm();
  // Unreferenced, so it does not keep a finished process alive.
  setInterval(() => line.length > 0 && lineFromNpm().join() !== line.join() && ask(), POLL_EVERY_MS).unref();
  return {
    signal: controller.signal,
    asked: new Promise<undefined>((resolve) => controller.signal.addEventListener('abort', () => resolve(undefined))),
  };
}

/** Process ids from this process up to npm; empty without npm, or without /proc. npm's own ancestors may come and go. */
function lineFromNpm(): number[] {
  const pids = [process.pid];
  for (let pid = process.ppid; pids.length < GENERATIONS; ) {
    const parent = readProcess(pid);
    if (!parent) return [];
    pids.push(pid);
    if (parent.name.startsWith('npm')) return pids;
    pid = parent.ppid;
  }
  return [];
}

/** proc(5): `pid (name) state ppid …`; the name may contain parentheses. */
function readProcess(pid: number): { name: string; ppid: number } | undefined {
  try {
    const [, name = '', ppid] = /\((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, ppid: Number(ppid) };
  } catch {
    return undefined;
  }
}
