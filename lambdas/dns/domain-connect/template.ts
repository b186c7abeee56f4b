import type { TemplateId } from './discover-provider.ts';

export interface TemplateFacts extends TemplateId {
  /** Shown to the zone's owner for confirmation. */
  providerName: string;
  /** The domain below which every server's label lies. */
  baseTarget: string;
  /** The domain below which the labels of hostnames with DNS validation lie. Absent: there are none. */
  validationZone?: string | undefined;
  /** The domain below which the records with the public key lie. */
  keyDomain: string;
  /** The portal's site: many providers redirect to no other site, although each link is signed. */
  siteDomain: string;
}

/** The record that a link sets, if the template has several (Domain Connect, "Template Definition", `groupId`). */
export type RecordGroup = 'routing' | 'validation' | 'validation-persist';

/**
 * What the deployer registers with DNS providers (Domain Connect, "Template Definition"). Only the label is variable, so that a
 * link can point a hostname only to servers of this service, whoever created the link.
 */
export function template(facts: TemplateFacts) {
  const { providerId, providerName, serviceId, baseTarget, validationZone, keyDomain, siteDomain } = facts;
  const routing = { type: 'CNAME', host: '@', pointsTo: `%label%.${baseTarget}`, ttl: 300 };
  const proof = { type: 'CNAME', pointsTo: `%label%.${validationZone}`, ttl: 300 };
  const grouped = validationZone !== undefined && [
    { ...routing, groupId: 'routing' satisfies RecordGroup },
    { ...proof, host: '_acme-challenge', groupId: 'validation' satisfies RecordGroup },
    { ...proof, host: '_validation-persist', groupId: 'validation-persist' satisfies RecordGroup },
  ];
  return {
    providerId,
    providerName,
    serviceId,
    serviceName: 'HTTPS for your own domain',
    version: grouped ? 2 : 1,
    description: 'Leads one hostname to the server that serves it.',
    variableDescription: `label: the name of that server below ${baseTarget}${grouped ? `, or of the hostname below ${validationZone}` : ''}`,
    syncPubKeyDomain: keyDomain,
    syncRedirectDomain: siteDomain,
    hostRequired: true,
    records: grouped || [routing],
  };
}

/** In one TXT record: 255 bytes per string, less the fields before the data. */
const MAX_DATA = 220;

/** The TXT records that publish the key: `spki` in DER. Their order does not matter, because DNS returns them in any order. */
export function publicKeyRecords(spki: Uint8Array): string[] {
  const parts =
    Buffer.from(spki)
      .toString('base64')
      .match(new RegExp(`.{1,${MAX_DATA}}`, 'g')) ?? [];
  return parts.map((data, index) => `p=${index + 1},a=RS256,d=${data}`);
}
