import type { AcmeAccount } from '../../../../lambdas/steps/issuance/acme/acme.gateway.ts';
import type { AcmeResult } from '../../../../lambdas/steps/issuance/acme/acme-result.ts';
import type { AcmeAccounts } from '../../../../lambdas/steps/issuance/acme-account.ts';

/** The CA's account for a test that is about something else: it stays as it is. */
export function oneAccount(current: () => Promise<AcmeResult<AcmeAccount>>): AcmeAccounts {
  return { current, forget: async () => {}, underOtherKeys: async () => [], use: async () => {} };
}
