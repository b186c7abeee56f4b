import type { PublicView } from '../../shared/contract/public/public-view.ts';

const AFTER_A_LOOK_SECONDS = 3;
const ISSUING_SECONDS = 10;
const LONG_ISSUING_SECONDS = 60;
const AT_REST_SECONDS = 300;
/** For so long after the DNS was right a certificate is usually there. */
const ISSUING_USUALLY_MS = 300_000;

/**
 * In how many seconds a page asks again; undefined where all is done. A span and no instant: the browser's clock may be wrong. While DNS is
 * awaited, when the service has looked again; while a certificate is on its way, every 10 s for the first minutes.
 */
export function secondsToNextLook({ dns_status, ssl_status, diagnosis }: PublicView, now: Date): number | undefined {
  if (diagnosis.code === 'ok') return undefined;
  if (dns_status === 'validated' && ssl_status === 'pending') {
    const since = Date.parse(diagnosis.checked_at ?? '');
    return now.getTime() - since > ISSUING_USUALLY_MS ? LONG_ISSUING_SECONDS : ISSUING_SECONDS;
  }
  const next = Date.parse(diagnosis.next_check_at ?? '');
  if (Number.isNaN(next)) return AT_REST_SECONDS;
  return Math.max(AFTER_A_LOOK_SECONDS, Math.ceil((next - now.getTime()) / 1000) + AFTER_A_LOOK_SECONDS);
}
