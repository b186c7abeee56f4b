import { describe, expectTypeOf, it } from 'vitest';
import type { StepName } from '../../../contract/stack/steps.ts';
import type { AcmeAccountReads, AcmeAccountStore } from '../../../lambdas/acme/account.store.ts';
import type { AccountPorts } from '../../../lambdas/acme/account.ts';
import type { CaHealthReads, CaHealthWrites } from '../../../lambdas/ca-limits/ca-circuit-breaker.ts';
import type { CaHealthStore } from '../../../lambdas/ca-limits/ca-health.store.ts';
import type { KnownCa, WatchedCa } from '../../../lambdas/ca-limits/certificate-authorities.ts';
import type { ChallengeStore, ProofStore } from '../../../lambdas/model/domains/challenge/challenge.store.ts';
import type { ClaimReads, ClaimStore } from '../../../lambdas/model/domains/claim.store.ts';
import type { DomainStore } from '../../../lambdas/model/domains/domain.store.ts';
import type { WatchReads, WatchStore } from '../../../lambdas/model/domains/watch.store.ts';
import type { CertificateReads, CertificateStore } from '../../../lambdas/model/servers/certificate.store.ts';
import type { InstallerPorts } from '../../../lambdas/model/servers/installer.ts';
import type { ServerReads, ServerStore } from '../../../lambdas/model/servers/server.store.ts';
import type { Table, TableReads } from '../../../lambdas/shared/table/table.store.ts';
import type { checkDns } from '../../../lambdas/steps/dns/check-dns.ts';
import type { RemovalPorts } from '../../../lambdas/steps/installation/remove-domain.ts';
import type { retireCertificate } from '../../../lambdas/steps/installation/retire-certificate.ts';
import type { verifyInstallation } from '../../../lambdas/steps/installation/verify-installation.ts';
import type { verifyMove } from '../../../lambdas/steps/installation/verify-move.ts';
import type { answerChallenge } from '../../../lambdas/steps/issuance/answer-challenge.ts';
import type { CaStep } from '../../../lambdas/steps/issuance/ca-step.ts';
import type { createOrder } from '../../../lambdas/steps/issuance/create-order.ts';
import type { downloadCertificate } from '../../../lambdas/steps/issuance/download-certificate.ts';
import type { finalizeOrder } from '../../../lambdas/steps/issuance/finalize-order.ts';
import type { pollOrder } from '../../../lambdas/steps/issuance/poll-order.ts';
import type { prepareIssuance } from '../../../lambdas/steps/issuance/prepare-issuance.ts';
import type { RevocationPorts } from '../../../lambdas/steps/issuance/revoke-certificate.ts';

type Beside<Store, Reads> = Exclude<keyof Store, keyof Reads>;
/** The store methods that write. A `…Write` method only builds a write for another transaction. */
type WritingMethod =
  | Beside<Table, TableReads>
  | Beside<CertificateStore, CertificateReads>
  | Beside<ServerStore, ServerReads>
  | Beside<ClaimStore, ClaimReads>
  | Beside<WatchStore, WatchReads>
  | Beside<AcmeAccountStore, AcmeAccountReads>
  | Beside<CaHealthStore, { get: unknown }>
  | Beside<DomainStore, { get: unknown }>
  | keyof CaHealthWrites
  | Extract<keyof ChallengeStore, 'put'>
  | keyof ProofStore;

/** Whether a port contains one of these methods, at any depth. Functions are not searched. */
type Writes<T> = T extends (...given: never[]) => unknown
  ? false
  : T extends object
    ? true extends { [K in keyof T]: K extends WritingMethod ? true : Writes<T[K]> }[keyof T]
      ? true
      : false
    : false;
type WritesIn<T> = { [K in keyof T]-?: Writes<T[K]> extends false ? never : K }[keyof T];

/** The ports that each step uses in `gather`. The CAs are checked separately below. */
interface Gathering extends Record<StepName, object> {
  'check-dns': Parameters<typeof checkDns>[0];
  'prepare-issuance': Parameters<typeof prepareIssuance>[0];
  'create-order': Omit<Parameters<typeof createOrder>[0], 'cas'>;
  'answer-challenge': Omit<Parameters<typeof answerChallenge>[0], 'cas'>;
  'poll-order': Omit<Parameters<typeof pollOrder>[0], 'cas'>;
  'finalize-order': Omit<Parameters<typeof finalizeOrder>[0], 'cas'>;
  'download-certificate': Omit<Parameters<typeof downloadCertificate>[0], 'cas'>;
  'verify-installation': Parameters<typeof verifyInstallation>[0];
  'verify-move': Parameters<typeof verifyMove>[0];
  'retire-certificate': Parameters<typeof retireCertificate>[0];
  'revoke-certificate': RevocationPorts;
  'remove-domain': RemovalPorts;
}

// Checked by `npm run check -- types`.
describe('what a step gathers with', () => {
  it('writes nothing, except where the step acts outside by a write, which its port names', () => {
    expectTypeOf<{ [Name in StepName]: WritesIn<Gathering[Name]> }>().toEqualTypeOf<{
      'check-dns': never;
      'prepare-issuance': 'hostnameWrites';
      'create-order': 'challenges';
      'answer-challenge': 'challenges';
      'poll-order': never;
      'finalize-order': never;
      'download-certificate': never;
      'verify-installation': never;
      'verify-move': never;
      'retire-certificate': 'certificateWrites' | 'installerWrites';
      'revoke-certificate': never;
      'remove-domain': 'certificateWrites' | 'installerWrites' | 'challenges' | 'domains';
    }>();
  });

  it('has a CA that only asks; the choice of a CA has one whose health is written by a port of its own', () => {
    expectTypeOf<Parameters<CaStep<'ordering', { kind: string }>['ask']>[2]>().toEqualTypeOf<KnownCa & { wasHalted: boolean }>();
    expectTypeOf<WritesIn<KnownCa>>().toBeNever();
    expectTypeOf<WritesIn<CaHealthReads>>().toBeNever();
    expectTypeOf<WritesIn<WatchedCa>>().toEqualTypeOf<'healthWrites'>();
    expectTypeOf<WritesIn<AccountPorts>>().toEqualTypeOf<'accountWrites'>();
  });

  it('is seen to write where it does', () => {
    expectTypeOf<WritesIn<{ stores: { servers: ServerStore } }>>().toEqualTypeOf<'stores'>();
    expectTypeOf<WritesIn<{ installers: InstallerPorts }>>().toEqualTypeOf<'installers'>();
  });
});
