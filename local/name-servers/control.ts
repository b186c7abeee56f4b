import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { localServer } from '../machine/foreign-requests.ts';
import { applyChange, type Change } from './changes.ts';
import type { DnsState } from './dns-state.ts';
import { indexFiles, type Serials } from './index-file.ts';
import { initialState } from './initial-state.ts';

/** Content of `state.json`: the latest state that was served. */
interface Kept {
  generation: number;
  state: DnsState;
}
interface Waiting {
  change: Change;
  /** The change remains even when the program does not serve it. */
  isInsisted: boolean;
  served: PromiseWithResolvers<void>;
}

/** `untilServed`: as in generation.ts, for the program that reads `folder`. */
export interface DnsControlOptions {
  folder: string;
  baseTarget: string;
  listenPort: number;
  untilServed: (generation: number) => Promise<void>;
}

/**
 * Owns the local DNS's state and the program's files. Concurrent changes are written together. Each is answered when the program
 * serves it; a change that cannot be served is reverted.
 */
export function dnsControl({ folder, baseTarget, listenPort, untilServed }: DnsControlOptions) {
  const keptFile = join(folder, 'state.json');
  let kept: Kept = existsSync(keptFile)
    ? JSON.parse(readFileSync(keptFile, 'utf8'))
    : { generation: 0, state: initialState(baseTarget) };
  const serials: Serials = new Map();
  const texts = new Map<string, string>();
  const waiting: Waiting[] = [];
  let isWriting = false;
  /** Number of the last written files, served or not. Never reused. */
  let { generation } = kept;

  function write(state: DnsState): void {
    generation += 1;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { index, files } = indexFiles(state, generation, serials);
    for (const [name, text] of Object.entries(files)) {
      if (texts.get(name) !== text) replace(join(folder, name), text);
      texts.set(name, text);
    }
    replace(join(folder, 'index.json'), JSON.stringify(index));
  }

  function keep(state: DnsState): void {
    kept = { generation, state };
    replace(keptFile, `${JSON.stringify(kept, null, 1)}\n`);
  }

  function after(changes: Change[]): DnsState {
    return changes.reduce((state, each) => applyChange(state, each, new Date()), kept.state);
  }

  /** Applies the possible changes and refuses the others. */
  function acceptChanges(together: Waiting[]): { state: DnsState; changes: Waiting[] } {
    let { state } = kept;
    const changes = together.filter(({ change, served }) => {
      try {
        state = applyChange(state, change, new Date());
        return true;
      } catch (error) {
        served.reject(new Refusal((error as Error).message));
        return false;
      }
    });
    return { state, changes };
  }

  async function serve(together: Waiting[]): Promise<void> {
    const { state, changes } = acceptChanges(together);
    if (changes.length === 0) return;
    try {
      write(state);
      await untilServed(generation);
      keep(state);
      for (const { served } of changes) served.resolve();
    } catch (error) {
      settleUnserved(changes, error as Error);
    }
  }

  function settleUnserved(changes: Waiting[], error: Error): void {
    const insisted = changes.filter(({ isInsisted }) => isInsisted);
    if (insisted.length > 0) keep(after(insisted.map(({ change }) => change)));
    const why = wentBack(error);
    for (const { served, isInsisted } of changes) {
      if (isInsisted) served.resolve();
      else served.reject(why);
    }
  }

  /** Restores the previous files. The error says why the new ones were not served, and what else failed. */
  function wentBack(error: Error): Error {
    try {
      write(kept.state);
      return error;
    } catch (again) {
      return new Error(`${error.message}; nor is what was there before written: ${(again as Error).message}`, { cause: error });
    }
  }

  async function serveAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) await serve(waiting.splice(0));
    isWriting = false;
  }

  async function ask(change: Change, isInsisted = false): Promise<void> {
    const served = Promise.withResolvers<void>();
    waiting.push({ change, isInsisted, served });
    void serveAll();
    await served.promise;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = `${request.method} ${request.url}`;
    if (asked === 'GET /state') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(kept.state));
    } else if (asked === 'POST /changes') {
      await ask((await json(request)) as Change);
      response.writeHead(204).end();
    } else {
      response.writeHead(404).end('GET /state and POST /changes are all there is');
    }
  }

  const server = localServer((request, response) => {
    answer(request, response).catch((error: Error) =>
      response.writeHead(error instanceof Refusal ? 422 : 502).end(error.message),
    );
  });

  return {
    /** Writes all files, for a program about to start. */
    prepare(): void {
      rmSync(join(folder, 'index.json'), { force: true });
      texts.clear();
      write(kept.state);
      keep(kept.state);
    },
    generation: () => generation,
    /** Makes changes that apply even while the program is down: it serves them when it starts. */
    async insist(changes: Change[]): Promise<void> {
      if (server.listening) {
        await Promise.all(changes.map((change) => ask(change, true)));
        return;
      }
      const state = after(changes);
      write(state);
      keep(state);
    },
    async listen(): Promise<void> {
      if (server.listening) return;
      await once(server.listen(listenPort, '127.0.0.1'), 'listening');
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type DnsControl = ReturnType<typeof dnsControl>;

/** Why a change is impossible, for its sender. */
class Refusal extends Error {}

/** Atomic: readers see the old or the new content. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
