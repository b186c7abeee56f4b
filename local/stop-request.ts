const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const LOOK_EVERY_MS = 1000;

/** Asked to end: by a signal, or because the parent has gone (`npm` was killed, and Ctrl-C would reach nobody any more). */
export function stopRequest() {
  const controller = new AbortController();
  const ask = () => controller.abort();
  for (const signal of SIGNALS) process.on(signal, ask);
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && ask(), LOOK_EVERY_MS);
  return {
    signal: controller.signal,
    asked: new Promise<undefined>((resolve) => controller.signal.addEventListener('abort', () => resolve(undefined))),
    /** No longer keeps the process alive; signals stay harmless while it ends. */
    dismiss: () => clearInterval(watch),
  };
}
