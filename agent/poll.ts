import type { CertificateFolder } from './certificate-folder.gateway.ts';
import type { Confirmations } from './confirmations.ts';
import type { EdgeService } from './edge.gateway.ts';
import { waitAfterFailure, waitAfterRefusal } from './edge-result.ts';
import type { HeldCertificates, HoldingPorts } from './held-certificates.ts';

export interface PollPorts extends HoldingPorts {
  machineId: string;
  edge: Pick<EdgeService, 'certificates'>;
  folder: Pick<CertificateFolder, 'store' | 'remove' | 'writeCursor'>;
  held: HeldCertificates;
  confirmations: Confirmations;
  /** Answers whether the web server has read its certificates again. */
  reload: () => Promise<boolean>;
  nowMs: () => number;
  /** From 0 to 1. */
  roll: () => number;
}

export type Contact = 'none' | 'ok' | 'refused' | 'unavailable';

/** What a poll leaves behind for the next one. */
export interface PollState {
  cursor: string | undefined;
  /** True from a change until a reload succeeded; true at the start, for what an earlier life may have left undone. */
  reloadDue: boolean;
  failures: number;
  contact: Contact;
}

/** Asks once, stores what is new, reloads once for all of it. Answers the next state and the seconds to wait. Throws when the disk fails. */
export async function poll(state: PollState, ports: PollPorts): Promise<{ state: PollState; waitSeconds: number }> {
  const result = await ports.edge.certificates(state.cursor);
  switch (result.kind) {
    case 'refused': {
      ports.log(
        'error',
        'the service refuses this machine: revoked, or its clock is off by more than a minute; serving what is here',
        {
          machine_id: ports.machineId,
          ...(result.serviceTime !== undefined && { service_time: result.serviceTime }),
        },
      );
      return { state: { ...state, contact: 'refused' }, waitSeconds: waitAfterRefusal(ports.roll()) };
    }
    case 'unavailable': {
      const failures = state.failures + 1;
      const waitSeconds = waitAfterFailure(failures, result.retryAfterSeconds, ports.roll());
      ports.log('warn', 'the service does not answer; serving what is here', {
        reason: result.reason,
        failures,
        wait_seconds: waitSeconds,
      });
      return { state: { ...state, failures, contact: 'unavailable' }, waitSeconds };
    }
    case 'answered': {
      const { changes, cursor, poll_after_seconds } = result.body;
      const changed = await ports.held.apply(changes, ports);
      const reloadDue = await reloadIfDue(state.reloadDue || changed.length > 0, ports);
      for (const hostname of changed) awaitConfirmation(hostname, ports);
      if (cursor !== state.cursor) await ports.folder.writeCursor(ports.machineId, cursor);
      return { state: { cursor, reloadDue, failures: 0, contact: 'ok' }, waitSeconds: poll_after_seconds };
    }
  }
}

/** Tried again at the next poll when it failed: until then the web server serves what it has. */
async function reloadIfDue(isDue: boolean, ports: PollPorts): Promise<boolean> {
  return isDue && !(await ports.reload());
}

function awaitConfirmation(hostname: string, { held, confirmations, nowMs }: PollPorts): void {
  const certificate = held.get(hostname);
  if (certificate) confirmations.expect(hostname, certificate.fingerprintSha256, nowMs());
  else confirmations.forget(hostname);
}
