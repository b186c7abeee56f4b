import { lookAtCname } from '../../dns/look-at-cname.ts';
import { dnsReaders } from '../../dns/walk/dns-reader.gateway.ts';
import { dnsResolver } from '../../dns/wire/resolver.gateway.ts';
import { certificateStore, formerCertificateStore } from '../../model/servers/certificate.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { guardedNet } from '../../shared/net/guarded.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { verifyMove } from './verify-move.ts';

const { settings, table, run } = openStep(process.env);
const openDnsReader = dnsReaders(settings);
const resolve = dnsResolver({ nameServers: settings.nameServers });
/** As if the organization had no other label: then only the domain's exact target is found. */
const noOtherLabel = { ownerOfLabel: async () => undefined };

const { certificates, servers } = { certificates: certificateStore(table), servers: serverStore(table) };
const step = verifyMove(
  {
    certificates,
    formers: formerCertificateStore(table),
    servers,
    net: guardedNet({ resolve, allowLoopback: settings.allowLoopback }),
    httpsPort: settings.edgeHttpsPort,
    lookAtOwnTarget: (domain, now) =>
      lookAtCname({ openDnsReader, servers: noOtherLabel, baseTarget: settings.baseTarget }, domain, now),
  },
  { servers, installers: { agent: { certificates, servers } } },
);

export const handler = run(step);
