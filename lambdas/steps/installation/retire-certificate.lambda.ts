import { certificateStore } from '../../model/servers/certificate.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { openStep } from '../open-step.gateway.ts';
import { retireCertificate } from './retire-certificate.ts';

const { table, run } = openStep(process.env);
const step = retireCertificate({ certificates: certificateStore(table), servers: serverStore(table) });

export const handler = run(step);
