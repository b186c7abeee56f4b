import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NODE } from '../../../local/machine/environment.ts';

const LAMBDA_PROCESS = fileURLToPath(new URL('lambda-process.ts', import.meta.url));
/** The maximum timeout of a Lambda here; a process that hangs fails the proof. */
const PATIENCE_MS = 120_000;

export interface Outcome {
  answer?: unknown;
  thrown?: string;
}

export interface RunningFunction {
  invoke(event: unknown): Promise<Outcome>;
  /** Error logs so far. */
  errors(): string[];
  end(): void;
}

/** A function like in Lambda: its `index.mjs`, and an environment. */
export async function startFunction(index: string, environment: Record<string, string>): Promise<RunningFunction> {
  const child = fork(LAMBDA_PROCESS, [index], { env: environment, execPath: NODE, silent: true });
  let logged = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      logged += text;
    });
  }
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${index} has ended with ${code}: ${logged}`);
  });
  gone.catch(() => undefined);
  const said = () => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const late = setTimeout(reject, PATIENCE_MS, new Error(`${index} does not answer: ${logged}`));
    child.once('message', resolve);
    return Promise.race([promise, gone]).finally(() => clearTimeout(late));
  };
  await said();
  return {
    async invoke(event) {
      const outcome = said();
      child.send(event as object);
      return (await outcome) as Outcome;
    },
    errors: () => logged.split('\n').filter((line) => line !== '' && !/^\{"level":"(info|warn)"/.test(line)),
    end: () => child.kill(),
  };
}
