import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeFileAtomically } from '../shared/atomic-file.gateway.ts';
import { FILE_LIMITS, readBounded } from '../shared/bounded-file.gateway.ts';

/** Options of the agent's last start, which the doctor reuses. */
const LastRun = z.object({ port: z.int(), reload: z.optional(z.string()) });
export type LastRun = z.infer<typeof LastRun>;

const FILE = 'last-run.json';

/** Undefined when the agent never ran or the file is invalid. */
export async function readLastRun(dir: string): Promise<LastRun | undefined> {
  try {
    return LastRun.parse(JSON.parse(await readBounded(join(dir, FILE), FILE_LIMITS.lastRun)));
  } catch {
    return undefined;
  }
}

export async function writeLastRun(dir: string, run: LastRun): Promise<void> {
  await writeFileAtomically(join(dir, FILE), `${JSON.stringify(run)}\n`);
}
