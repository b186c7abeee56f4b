import { certificateStore } from '../../model/servers/certificate.store.ts';
import { formerCertificateStore } from '../../model/servers/former-certificate.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { required } from '../../shared/runtime/required.ts';
import { openStep } from '../open-step.gateway.ts';
import { acmeAccountStore } from './acme-account.store.ts';
import { downloadCertificate } from './download-certificate.ts';
import { openCertificateAuthority } from './open-certificate-authority.gateway.ts';

const step = openStep(process.env);
const ca = openCertificateAuthority(step, acmeAccountStore, required(process.env, 'kmsKeyId'));
const { settings, table } = step;

const ports = {
  ca,
  certificates: certificateStore(table),
  formers: formerCertificateStore(table),
  servers: serverStore(table),
  caName: settings.acme.caName,
};

export const handler = step.run(downloadCertificate(ports));
