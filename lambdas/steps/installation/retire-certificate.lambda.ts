import { installersOf } from '../../model/servers/installers.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { retireCertificate } from './retire-certificate.ts';

const { table, run } = openStep(process.env);
const { certificates, servers, installers } = installersOf(table, () => prefixedId('evt'));

export const handler = run(retireCertificate({ servers, certificateWrites: certificates, installerWrites: installers }));
