import { KMSClient } from '@aws-sdk/client-kms';
import { domainStore } from '../domains/domain.store.ts';
import { runStep } from '../lifecycle/run-step.ts';
import { prefixedId } from '../shared/ids.gateway.ts';
import { buildRuntime, required } from '../shared/runtime.gateway.ts';
import { SDK_LIMITS } from '../shared/sdk-limits.ts';
import { acmeAccountStore } from './acme-account.store.ts';
import { openCertificateAuthority } from './open-certificate-authority.gateway.ts';
import { pollOrder } from './poll-order.ts';

const { settings, table, clock, log } = buildRuntime(process.env);
const sealing = { kms: new KMSClient(SDK_LIMITS), keyId: required(process.env, 'kmsKeyId') };
const stored = acmeAccountStore(table, settings.acme.directoryUrl);
const ca = openCertificateAuthority({ settings: settings.acme, stored, sealing, clock });

export const handler = runStep(pollOrder(ca), { domains: domainStore(table, { newId: prefixedId }), clock, log });
