import type { RenewalInformation } from '../../acme/renewal-information.gateway.ts';
import { isSameWindow, MAX_RETRY_DAYS, type RenewalWindow } from '../../acme/renewal-window.ts';
import { decideOnHint } from '../../lifecycle/hint-transition.ts';
import { evidence } from '../../model/domains/diagnosis/conditions.ts';
import type { Watch } from '../../model/domains/issuance.schema.ts';
import { omit } from '../../shared/rows/omit.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { ScanPorts } from '../../wiring/scan.wiring.ts';
import type { AskCa } from './visit-domain.ts';

/** Half a day between visits, minus the usual delay of a run. */
const UNTIL_NEXT_VISIT = 1 / 2 - 1 / 24;

/**
 * Asks the CA for renewal information (ARI) on the current certificate, not before the CA's Retry-After. Only a changed answer
 * counts as news.
 */
export function askAboutRenewal({
  askIssuingCa,
  clock,
  jitter,
  settings,
}: Pick<ScanPorts, 'askIssuingCa' | 'clock' | 'jitter' | 'settings'>): AskCa {
  const { watchDaySeconds } = settings.timings;
  return async (watch) => {
    if (watch.ariId === undefined || isBeforeNextAsk(watch, clock(), watchDaySeconds)) return { watch };
    const said = await askIssuingCa(watch.ariId, watch.ca);
    const now = clock();
    const asked = withNextAsk(watch, said, now, watchDaySeconds);
    const { window, url = '', explanationUrl } = said;
    if (!window || isSameWindow(watch.window, window)) return { watch: asked };
    const hint = {
      window,
      randomPoint: jitter(),
      evidence: evidence('acme', `GET ${url}`, wordsOf(window, explanationUrl), now),
    };
    return { watch: { ...asked, window }, decide: (domain) => decideOnHint(domain, hint, now) };
  };
}

/** Another process's fast clock may have stored an instant beyond any CA's Retry-After. */
function isBeforeNextAsk({ askAriAfter }: Watch, now: Date, daySeconds: number): boolean {
  if (askAriAfter === undefined || askAriAfter <= now.toISOString()) return false;
  return askAriAfter <= addSeconds(now, MAX_RETRY_DAYS * daySeconds);
}

/** Stores the CA's Retry-After only if it ends after the next visit. */
function withNextAsk(watch: Watch, { retryAfterSeconds = 0 }: RenewalInformation, now: Date, daySeconds: number): Watch {
  if (retryAfterSeconds > UNTIL_NEXT_VISIT * daySeconds) return { ...watch, askAriAfter: addSeconds(now, retryAfterSeconds) };
  return watch.askAriAfter === undefined ? watch : omit(watch, 'askAriAfter');
}

function wordsOf({ start, end }: RenewalWindow, explanationUrl: string | undefined): string {
  const words = `to be renewed between ${start} and ${end}`;
  return explanationUrl === undefined ? words : `${words}, see ${explanationUrl}`;
}
