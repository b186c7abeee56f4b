import { lookAtCname } from '../../dns/look-at-cname.ts';
import { dnsReaders } from '../../dns/walk/dns-reader.gateway.ts';
import { dnsResolver } from '../../dns/wire/resolver.gateway.ts';
import { watchStore } from '../../model/domains/watch.store.ts';
import { certificateStore, formerCertificateStore } from '../../model/servers/certificate.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { guardedNet } from '../../shared/net/guarded.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { verifyInstallation } from './verify-installation.ts';

const { settings, table, run } = openStep(process.env);

const { baseTarget } = settings;
const openDnsReader = dnsReaders(settings);
const { certificates, servers } = { certificates: certificateStore(table), servers: serverStore(table) };
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
  { servers, installers: { agent: { certificates, servers } } },
);

export const handler = run(step);
