import { domainStore } from '../domains/domain.store.ts';
import { serverStore } from '../installation/server.store.ts';
import { runStep } from '../lifecycle/run-step.ts';
import { prefixedId } from '../shared/ids.gateway.ts';
import { dnsResolver } from '../shared/net/resolver.gateway.ts';
import { buildRuntime } from '../shared/runtime.gateway.ts';
import { checkDns } from './check-dns.ts';

const { settings, table, clock, log } = buildRuntime(process.env);
const step = checkDns({ resolve: dnsResolver(settings), servers: serverStore(table), baseTarget: settings.baseTarget });

export const handler = runStep(step, { domains: domainStore(table, { newId: prefixedId }), clock, log });
