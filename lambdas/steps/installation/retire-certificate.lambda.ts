import { runStep } from '../../lifecycle/run-step.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { certificateStore } from '../../model/servers/certificate.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { buildRuntime } from '../../shared/runtime/runtime.gateway.ts';
import { retireCertificate } from './retire-certificate.ts';

const { table, clock, log } = buildRuntime(process.env);
const step = retireCertificate({ certificates: certificateStore(table), servers: serverStore(table) });

export const handler = runStep(step, { domains: domainStore(table, { newId: prefixedId }), clock, log });
