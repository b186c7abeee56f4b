import type { TemplateId } from './discover-provider.ts';

export interface TemplateFacts extends TemplateId {
  /** As the owner of a zone reads it when they are asked to confirm. */
  providerName: string;
  /** Below which every server's label lies. */
  baseTarget: string;
  /** Below which the labels of hostnames lie that are validated by DNS. Absent: there are none. */
  validationZone?: string | undefined;
  /** Below which the records with the public key lie. */
  keyDomain: string;
  /** The name of the site that has the portal: many providers lead back to no other, though each link is signed. */
  siteDomain: string;
}

/** Which record a link is for, where the template has several (Domain Connect, "Template Definition", `groupId`). */
export type RecordGroup = 'routing' | 'validation' | 'validation-persist';

/**
 * What the deployer registers with DNS providers (Domain Connect, "Template Definition"). Only the label is left open, so that a
 * link leads a hostname only to servers of organizations of this service, whoever has made it.
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

/** Of one TXT record: 255 bytes in a string, less what stands before the data. */
const MOST_DATA = 220;

/** The TXT records that publish the key: `spki` in DER. In any order, as DNS answers them. */
export function publicKeyRecords(spki: Uint8Array): string[] {
  const parts =
    Buffer.from(spki)
      .toString('base64')
      .match(new RegExp(`.{1,${MOST_DATA}}`, 'g')) ?? [];
  return parts.map((data, index) => `p=${index + 1},a=RS256,d=${data}`);
}
