import { lookAtCname } from '../../dns/look-at-cname.ts';
import { dnsReaders } from '../../dns/walk/dns-reader.gateway.ts';
import { dnsResolver } from '../../dns/wire/resolver.gateway.ts';
import { watchStore } from '../../model/domains/watch.store.ts';
import { formerCertificateStore } from '../../model/servers/certificate.store.ts';
import { installersOf } from '../../model/servers/installers.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { guardedNet } from '../../shared/net/guarded.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { verifyInstallation } from './verify-installation.ts';

const { settings, table, run } = openStep(process.env);

const { baseTarget } = settings;
const openDnsReader = dnsReaders(settings);
const { certificates, servers, installers } = installersOf(table, () => prefixedId('evt'));
const step = verifyInstallation(
  {
    certificates,
    formers: formerCertificateStore(table),
    watches: watchStore(table),
    servers,
    net: guardedNet({
      resolve: dnsResolver({ nameServers: settings.nameServers }),
      allowLoopback: settings.allowLoopback,
    }),
    httpsPort: settings.edgeHttpsPort,
    lookAtCname: (domain, now) => lookAtCname({ openDnsReader, servers, baseTarget }, domain, now),
    baseTarget,
  },
  { servers, installers },
);

export const handler = run(step);
