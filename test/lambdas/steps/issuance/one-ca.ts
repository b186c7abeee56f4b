import type { AcmeAccount, AcmeAccounts } from '../../../../lambdas/acme/account.ts';
import type { CertificateAuthority } from '../../../../lambdas/acme/acme.gateway.ts';
import type { AcmeResult } from '../../../../lambdas/acme/answer.ts';
import type { CaWatch } from '../../../../lambdas/ca-limits/ca-circuit-breaker.ts';
import { type CertificateAuthorities, certificateAuthorities } from '../../../../lambdas/ca-limits/certificate-authorities.ts';
import { NOW } from '../../a-domain.ts';
import { neverPaused } from '../../never-paused.ts';

/** A CA account that never changes, for tests about something else. */
export function oneAccount(current: () => Promise<AcmeResult<AcmeAccount>>): AcmeAccounts {
  return { current, forget: async () => {}, underOtherKeys: async () => [], use: async () => {} };
}

const ALWAYS_WELL: CaWatch = {
  health: { state: async () => ({ kind: 'serving' }) },
  healthWrites: {
    mayAsk: async () => ({ kind: 'serving' }),
    notAsked: async () => {},
    answered: async () => {},
    failed: async () => {},
  },
};

/** A single CA that is always healthy, for tests about something else. */
export function oneCa(ca: CertificateAuthority, name = 'Test CA', watch = ALWAYS_WELL): CertificateAuthorities {
  return certificateAuthorities(
    [{ name, ca, ...watch }],
    () => 0,
    neverPaused,
    async () => false,
    () => NOW,
  );
}
