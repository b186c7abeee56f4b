import { lookAtCname } from '../../dns/look-at-cname.ts';
import { dnsReaders } from '../../dns/walk/dns-reader.gateway.ts';
import { dnsResolver } from '../../dns/wire/resolver.gateway.ts';
import { formerCertificateStore } from '../../model/servers/certificate.store.ts';
import { installersOf } from '../../model/servers/installers.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { guardedNet } from '../../shared/net/guarded.gateway.ts';
import { omit } from '../../shared/rows/omit.ts';
import { openStep } from '../open-step.gateway.ts';
import { verifyMove } from './verify-move.ts';

const { settings, table, run } = openStep(process.env);
const openDnsReader = dnsReaders(settings);
const resolve = dnsResolver({ nameServers: settings.nameServers });

const { certificates, servers, installers } = installersOf(table, () => prefixedId('evt'));
const step = verifyMove(
  {
    certificates,
    formers: formerCertificateStore(table),
    servers,
    net: guardedNet({ resolve, allowLoopback: settings.allowLoopback }),
    httpsPort: settings.edgeHttpsPort,
    // As if it was leaving no server: then only the domain's own target is found.
    lookAtOwnTarget: (domain, now) =>
      lookAtCname({ openDnsReader, servers, baseTarget: settings.baseTarget }, omit(domain, 'move'), now),
  },
  { servers, installers },
);

export const handler = run(step);
