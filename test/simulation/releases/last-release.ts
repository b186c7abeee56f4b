import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { AppError } from '../../../lambdas/shared/errors/app-error.ts';
import type { Route } from '../../../lambdas/shared/http/route.ts';
import { LostRace } from '../../../lambdas/shared/table/lost-race.ts';
import type { Outside } from '../functions/outside.ts';
import type { Functions } from '../functions.ts';
import type { Send } from '../table/open-table.ts';
import type { release } from './release.ts';

const file = new URL('../../stack/last-release/simulated.mjs.br', import.meta.url);
let kept: typeof release | undefined;

/** The functions of the last release, loaded without any code of this one. `send`: sends to the table. */
export function openLastRelease(outside: Outside, send: Send): Functions {
  kept ??= loadKept();
  const functions = kept.openFunctions({ ...outside, table: kept.openTableAt(send) });
  const routes = () => withOthers(functions.routes(), NOT_THERE);
  return withOthers({ ...functions, routes }, DOES_NOTHING);
}

function loadKept(): typeof release {
  const folder = mkdtempSync(join(tmpdir(), 'last-release-'));
  try {
    const module = join(folder, 'release.mjs');
    writeFileSync(module, brotliDecompressSync(readFileSync(file)));
    const loaded: { release: typeof release } = createRequire(import.meta.url)(module);
    // Callers check errors by `instanceof` with the classes of this release.
    Object.setPrototypeOf(loaded.release.AppError.prototype, AppError.prototype);
    Object.setPrototypeOf(loaded.release.LostRace.prototype, LostRace.prototype);
    return loaded.release;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** For routes that the last release lacks. */
const NOT_THERE: Pick<Route, 'handle'> = { handle: async () => ({ status: 404 }) };
/** For functions that the last release lacks: nothing invokes them yet. */
const DOES_NOTHING = async () => {};

function withOthers<T extends object>(known: T, other: unknown): T {
  return new Proxy(known, { get: (target, name) => Reflect.get(target, name) ?? other });
}
