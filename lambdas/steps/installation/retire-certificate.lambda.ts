import { certificateStore } from '../../model/servers/certificate.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { openStep } from '../open-step.gateway.ts';
import { retireCertificate } from './retire-certificate.ts';

const { table, run } = openStep(process.env);
const { certificates, servers } = { certificates: certificateStore(table), servers: serverStore(table) };
const step = retireCertificate({
  servers,
  certificateWrites: certificates,
  installerWrites: { agent: { certificates, servers } },
});

export const handler = run(step);
