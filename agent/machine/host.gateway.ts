import { createHash } from 'node:crypto';
import { readBounded } from '../shared/bounded-file.gateway.ts';
import type { HostMarks } from './identity.schema.ts';

/** The EC2 instance id, world-readable on Nitro; and systemd's machine id. */
const FILES = { instance: '/sys/devices/virtual/dmi/id/board_asset_tag', machine: '/etc/machine-id' } as const;
const FORMS = { instance: /^i-[0-9a-f]{8,17}$/, machine: /^[0-9a-f]{32}$/ } as const;
const LIMIT_BYTES = 4096;

/** Marks that distinguish this machine; empty without any, as in most containers. Hashed, as machine-id(5) requires. */
export async function readHostMarks(files: Record<keyof HostMarks, string> = FILES): Promise<HostMarks> {
  const marks: HostMarks = {};
  for (const name of ['instance', 'machine'] as const) {
    const text = (await readBounded(files[name], LIMIT_BYTES).catch(() => '')).trim();
    if (FORMS[name].test(text)) marks[name] = createHash('sha256').update(`cps-agent ${text}`).digest('hex');
  }
  return marks;
}
