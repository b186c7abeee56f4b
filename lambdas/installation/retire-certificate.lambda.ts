import { domainStore } from '../domains/domain.store.ts';
import { runStep } from '../lifecycle/run-step.ts';
import { prefixedId } from '../shared/ids/ids.gateway.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { certificateStore } from './certificate.store.ts';
import { retireCertificate } from './retire-certificate.ts';
import { serverStore } from './server.store.ts';

const { table, clock, log } = buildRuntime(process.env);
const step = retireCertificate({ certificates: certificateStore(table), servers: serverStore(table) });

export const handler = runStep(step, { domains: domainStore(table, { newId: prefixedId }), clock, log });
