import { isHostnameOrWildcard } from '../../contract/domain-name.ts';
import type { CertificateChange, CertificatesAnswer } from '../../lambdas/agent-api/edge.schema.ts';
import type { CertificateFolder } from '../certificates/certificate-folder.gateway.ts';
import type { HeldCertificates, HoldingPorts } from '../certificates/held-certificates.ts';
import type { KnownHostnames } from '../challenges/known-hostnames.ts';
import type { EdgeService } from '../service/edge.gateway.ts';
import { type Contact, waitAfterFailure, waitAfterRefusal } from '../service/edge-result.ts';
import { reasonOf } from '../shared/reason.ts';
import type { Confirmations } from './confirmations.ts';

export interface PollPorts extends HoldingPorts {
  machineId: string;
  edge: Pick<EdgeService, 'certificates'>;
  folder: Pick<CertificateFolder, 'store' | 'remove' | 'mapWildcards' | 'writeCursor' | 'writeHostnames'>;
  held: HeldCertificates;
  hostnames: Pick<KnownHostnames, 'take'>;
  confirmations: Confirmations;
  /** Whether challenges to this machine's web server reach the agent. Undefined before the first check. */
  challengePath: () => 'ok' | 'failed' | undefined;
  /** The web server reads certificates at each handshake and needs no reload. */
  readsAtHandshake: boolean;
  reload: () => Promise<boolean>;
  /** Moves this machine to another site if the site's checks succeed. Never throws. */
  moveTo?: (site: string) => Promise<void>;
  nowMs: () => number;
  /** Random, from 0 to 1. */
  jitter: () => number;
}

/** State passed to the next poll, also by a poll that failed. */
export interface PollState {
  cursor: string | undefined;
  /** True from a change until a reload succeeds, and at the start, because an earlier run may have missed a reload. */
  reloadDue: boolean;
  failures: number;
  contact: Contact;
  lastAnswerMs?: number;
  /** True once everything has arrived and is on disk: no further pages are waiting. */
  complete: boolean;
  reloadFailures: number;
}

interface Polled {
  state: PollState;
  waitSeconds: number;
  /** The part of the pause that the service requested by Retry-After. */
  quietSeconds?: number | undefined;
}

/**
 * Polls once, stores what is new, and reloads once for all of it when the web server needs that. Returns the next state and the
 * seconds to wait. A failing disk does not throw: the changes already made would be lost and never reported.
 */
export async function poll(state: PollState, ports: PollPorts): Promise<Polled> {
  const awaiting = ports.confirmations.recentCount(ports.nowMs());
  const challengePath = ports.challengePath();
  const result = await ports.edge.certificates(state.cursor, { awaiting, ...(challengePath && { challengePath }) });
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
      return { state: { ...state, contact: 'refused' }, waitSeconds: waitAfterRefusal(ports.jitter()) };
    }
    case 'unavailable': {
      const failures = state.failures + 1;
      const waitSeconds = waitAfterFailure(failures, result.retryAfterSeconds, ports.jitter());
      ports.log('warn', 'the service does not answer; serving what is here', {
        reason: result.reason,
        failures,
        wait_seconds: waitSeconds,
      });
      return { state: { ...state, failures, contact: 'unavailable' }, waitSeconds, quietSeconds: result.retryAfterSeconds };
    }
    case 'answered':
      return takeOver(result.body, state, ports);
  }
}

async function takeOver(answer: CertificatesAnswer, state: PollState, ports: PollPorts): Promise<Polled> {
  const { changes, cursor, place, poll_after_seconds } = answer;
  const { changed, failed } = await ports.held.apply(changes, ports);
  const areMapped = await mapWildcards(answer, ports);
  const areHostnamesTaken = await takeHostnames(answer, ports);
  const reloadDue = await reloadIfDue(state.reloadDue || (changed.length > 0 && !ports.readsAtHandshake), ports);
  const seen = {
    reloadDue: reloadDue || !areMapped,
    reloadFailures: state.reloadFailures + Number(reloadDue),
    lastAnswerMs: ports.nowMs(),
    contact: 'ok' as const,
  };
  // Includes certificates already stored: the service sent them again because it does not know that they are served. Includes
  // unusable ones, which remain missing.
  for (const change of changes) awaitConfirmation(change, ports);
  if (failed.length === 0 && areMapped && areHostnamesTaken && (await moveCursor(state.cursor, cursor, ports))) {
    ports.confirmations.setPlace(place);
    const complete = state.complete || poll_after_seconds > 0;
    // Only after this site's last page: the new site may use another cursor.
    if (answer.move_to !== undefined && poll_after_seconds > 0) await ports.moveTo?.(answer.move_to);
    return { state: { ...seen, cursor, complete, failures: 0 }, waitSeconds: poll_after_seconds };
  }
  const failures = state.failures + 1;
  return {
    state: { ...state, ...seen, failures },
    waitSeconds: waitAfterFailure(failures, undefined, ports.jitter()),
  };
}

/** Returns whether a reload is still due. Until one succeeds, the web server serves the old certificates. */
async function reloadIfDue(isDue: boolean, { reload, log }: PollPorts): Promise<boolean> {
  if (!isDue) return false;
  try {
    return !(await reload());
  } catch (error) {
    log('error', 'the reload command could not be started', { reason: reasonOf(error) });
    return true;
  }
}

/**
 * Returns whether the cursor was stored. While a certificate is missing, the old cursor remains on disk: after a restart the
 * service sends the missing one again.
 */
async function moveCursor(from: string | undefined, to: string, { folder, held, machineId, log }: PollPorts): Promise<boolean> {
  if (from === to || held.hasUnusable) return true;
  try {
    await folder.writeCursor(machineId, to);
    return true;
  } catch (error) {
    log('error', 'the disk does not take the cursor; the same changes will be fetched again', { reason: reasonOf(error) });
    return false;
  }
}

/** Returns whether they were stored. If not, the service must send them again. */
async function takeHostnames(answer: CertificatesAnswer, { hostnames, folder, machineId, log }: PollPorts): Promise<boolean> {
  try {
    await hostnames.take(answer, folder, machineId);
    return true;
  } catch (error) {
    log('error', 'the disk does not take the hostnames to expect; they will be fetched again', { reason: reasonOf(error) });
    return false;
  }
}

/** Runs before the reload, for nginx. Returns whether the map was stored. */
async function mapWildcards({ changes }: CertificatesAnswer, { held, folder, log }: PollPorts): Promise<boolean> {
  if (changes.length === 0) return true;
  try {
    await folder.mapWildcards(held.all().map(({ hostname }) => hostname));
    return true;
  } catch (error) {
    log('error', 'the disk does not take the list of wildcards; they will be fetched again', { reason: reasonOf(error) });
    return false;
  }
}

function awaitConfirmation(change: CertificateChange, { confirmations, nowMs }: PollPorts): void {
  const { hostname } = change;
  if (!isHostnameOrWildcard(hostname)) return;
  if (change.state === 'present') confirmations.expect(hostname, change.fingerprint_sha256, nowMs());
  else confirmations.forget(hostname);
}
