import type { EdgeService, ServiceContact } from '../service/edge.gateway.ts';
import { ok, skip, toFailed, type Verdict } from './finding.ts';

/** Half of the service's tolerance, so a drifting clock is noticed before requests are refused. */
const CLOCK_LIMIT_SECONDS = 30;
/** No server has this hostname (RFC 2606), so the report changes nothing. */
export const EMPTY_REPORT = { handshakes: [{ hostname: 'doctor.invalid', error: 'doctor' }] };

export function checkService(site: string, contact: ServiceContact): Verdict {
  if (contact.kind === 'reached') return ok(`${site} answers`);
  return toFailed(
    `${site} does not answer: ${contact.reason}`,
    'let this machine reach it over HTTPS: name resolution, firewall, proxy, CA roots',
  );
}

export function checkClock(contact: ServiceContact, nowMs: number): Verdict {
  if (contact.kind !== 'reached' || contact.atMs === undefined) return skip('the service has not said what time it is');
  const offSeconds = Math.round((nowMs - contact.atMs) / 1000);
  if (Math.abs(offSeconds) <= CLOCK_LIMIT_SECONDS) return ok(`within ${CLOCK_LIMIT_SECONDS} s of the service's`);
  const side = offSeconds > 0 ? 'ahead of' : 'behind';
  return toFailed(
    `this clock is ${Math.abs(offSeconds)} s ${side} the service's, which refuses from 60 s on`,
    'timedatectl set-ntp true',
  );
}

/** Sends a signed request without effect, to see whether the service accepts this machine. */
export async function checkEnrollment({ report }: Pick<EdgeService, 'report'>): Promise<Verdict> {
  const result = await report(EMPTY_REPORT);
  switch (result.kind) {
    case 'answered':
      return ok('the service knows this machine');
    case 'refused':
      return toFailed(
        'the service refuses this machine: it was revoked, or its clock is wrong',
        'set the clock; if it is right, make a new enrollment token and run cps-agent enroll --replace',
      );
    case 'unavailable':
      return skip(`the service gave no answer: ${result.reason}`);
  }
}
