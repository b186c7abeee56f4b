import { readFileSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const POLL_EVERY_MS = 1000;
/** From `npm start` to here: npm, its shell, bootstrap.mjs, this process. */
const GENERATIONS = 4;

/** Asked to end: by a signal, or because the npm that started it was killed, and Ctrl-C would reach nobody any more. */
export function stopRequest() {
  const controller = new AbortController();
  const ask = () => controller.abort();
  for (const signal of SIGNALS) process.on(signal, ask);
  const line = lineFromNpm();
  // It keeps nobody alive: whoever has nothing left to do may end.
  setInterval(() => line.length > 0 && lineFromNpm().join() !== line.join() && ask(), POLL_EVERY_MS).unref();
  return {
    signal: controller.signal,
    asked: new Promise<undefined>((resolve) => controller.signal.addEventListener('abort', () => resolve(undefined))),
  };
}

/** The pids from this process up to npm; none without npm near, or where there is no /proc. What is above npm may come and go. */
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

/** proc(5): `pid (name) state ppid …`; the name may hold parentheses. */
function readProcess(pid: number): { name: string; ppid: number } | undefined {
  try {
    const [, name = '', ppid] = /\((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, ppid: Number(ppid) };
  } catch {
    return undefined;
  }
}
