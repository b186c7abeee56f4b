import { runStep } from '../../lifecycle/run-step.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { certificateStore } from '../../model/servers/certificate.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { buildRuntime, required } from '../../shared/runtime/runtime.gateway.ts';
import { acmeAccountStore } from './acme-account.store.ts';
import { downloadCertificate } from './download-certificate.ts';
import { openCertificateAuthority } from './open-certificate-authority.gateway.ts';

const runtime = buildRuntime(process.env);
const { settings, table, clock, log } = runtime;
const ca = openCertificateAuthority(runtime, acmeAccountStore, required(process.env, 'kmsKeyId'));

export const handler = runStep(downloadCertificate({ ca, certificates: certificateStore(table), caName: settings.acme.caName }), {
  domains: domainStore(table, { newId: prefixedId }),
  clock,
  log,
});
