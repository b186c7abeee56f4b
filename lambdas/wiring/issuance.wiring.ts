import { type Ca, orderedCas } from '../../contract/stack/settings.schema.ts';
import { caCircuitBreaker } from '../ca-limits/ca-circuit-breaker.ts';
import { caHealthStore } from '../ca-limits/ca-health.store.ts';
import { certificateAuthorities, type WatchedCa } from '../ca-limits/certificate-authorities.ts';
import type { CaEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import type { Steps } from './steps.wiring.ts';

export function openIssuance<S extends Steps & Pick<CaEdges, 'certificateAuthorityOf'>>(steps: S) {
  const { table, settings, clock, log, jitter, certificateAuthorityOf } = steps;
  const openCa = (settings: Ca): WatchedCa => {
    const ca = certificateAuthorityOf(settings);
    const stored = caHealthStore(table, settings.directoryUrl);
    return { name: settings.caName, ca, ...caCircuitBreaker({ stored, isServing: ca.isServing, clock, log }) };
  };
  const [preferred, ...fallbacks] = orderedCas(settings);
  const jitterSeconds = (spreadSeconds: number) => Math.floor(spreadSeconds * jitter());
  const withCas = lazily(
    {
      cas: () => {
        const inOrder = [openCa(preferred), ...fallbacks.map(openCa)] as const;
        return certificateAuthorities(inOrder, jitterSeconds, steps.paused, steps.isZoneBehind, clock);
      },
    },
    steps,
  );
  /** `caOf`: the CA of this name. Certificates from the time of a single CA have no name. */
  return lazily({ caOf: () => (name: string | undefined) => withCas.cas.of(name).ca }, withCas);
}
