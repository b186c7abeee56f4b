import { recursiveReader } from '../../lambdas/dns/walk/dns-reader.ts';
import type { RelayPorts } from '../../lambdas/relay/relay.ts';
import { hostedZone } from '../../lambdas/route53-publisher/hosted-zone.gateway.ts';
import type { ZonePorts } from '../../lambdas/route53-publisher/publish-zone.ts';
import type { SealingContext } from '../../lambdas/shared/secrets/sealing-context.ts';
import type { AgentEdges, CaEdges, NetEdges, TestModeEdges } from '../../lambdas/wiring/edges.ts';
import { log, type Outside } from './functions/outside.ts';

const textOf = (context: SealingContext) => Object.values(context).join('/');

/** Ports that single functions open themselves. */
type OwnEdges = Pick<RelayPorts, 'startExecution'> & Pick<ZonePorts, 'hostedZone' | 'defaultAddresses'>;

/** Test doubles for the edges of the service's wiring. */
export function edgesOf(outside: Outside): AgentEdges & CaEdges & NetEdges & TestModeEdges & OwnEdges {
  const { table, settings, serviceSecret, clock, newId, newLabel, jitter, pause, pauseFor, resolve, net } = outside;
  return {
    settings,
    table,
    clock,
    log,
    serviceSecret,
    newId,
    newResourceId: outside.newDomainId,
    newLabel,
    newToken: () => newId('call'),
    newWebhookSecret: () => 'whsec_c2VjcmV0',
    newSalt: () => Buffer.from('salt'),
    base62: (length) => `${newLabel()}${newLabel()}`.slice(0, length),
    jitter,
    pause,
    pauseFor,
    pauseAfterLostRace: pause,
    resolveWithin: () => resolve,
    openDnsReader: () => recursiveReader(resolve),
    openNet: () => net,
    caExchange: () => outside.ca.exchange,
    post: outside.post,
    askEveryServer: outside.askEveryServer,
    caaIdentitiesOf: () => async () => undefined,
    certificateAuthorityOf: () => outside.ca.authority(),
    newKeyAndCsr: outside.newKeyAndCsr,
    issue: outside.issue,
    encryptToMachine: outside.encryptToMachine,
    seal: (plaintext, context) => outside.seal(plaintext.toString('latin1'), textOf(context)),
    openSealed: async (sealed, context) => Buffer.from(await outside.openSealed(sealed, textOf(context)), 'latin1'),
    deliveryQueue: outside.deliveries,
    dnsQueue: outside.dnsQueue,
    rehearsalQueue: outside.rehearsals,
    zoneQueue: outside.zoneQueue,
    awsQueue: { send: async () => [] },
    startExecution: outside.startExecution,
    hostedZone: hostedZone('Z1', outside.zone.client),
    defaultAddresses: [],
    readFromProvider: async () => ({ kind: 'failed', reason: 'no provider has our template' }),
    signForProvider: async () => new Uint8Array(),
    serviceRoleArn: 'arn:aws:iam::999999999999:role/servers',
  };
}
