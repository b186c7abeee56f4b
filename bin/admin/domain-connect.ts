import { DOMAIN_CONNECT_KEY_HOST } from '../../contract/paths.ts';
import type { Settings } from '../../contract/stack/settings.schema.ts';
import { publicKeyRecords, template } from '../../lambdas/dns/domain-connect/template.ts';

type Deployed = Pick<Settings, 'baseTarget' | 'siteUrl' | 'domainConnect'>;

const TTL_SECONDS = 300;

/** What the deployer registers with DNS providers, as its file has it. Throws where the stage has no template. */
export function templateToRegister(settings: Deployed) {
  const { baseTarget, siteUrl } = settings;
  const setUp = setUpOf(settings);
  if (siteUrl === undefined) throw new Error('the deployed stage has no settings.siteUrl, where providers lead back to');
  return template({ ...setUp, baseTarget, siteDomain: new URL(siteUrl).hostname });
}

/** The records by which DNS providers verify our links, as lines of a zone file; `publicKey`: as SubjectPublicKeyInfo, in DER. */
export async function keyRecords(settings: Deployed, publicKey: () => Promise<Uint8Array>) {
  const name = `${DOMAIN_CONNECT_KEY_HOST}.${setUpOf(settings).keyDomain}.`;
  const values = publicKeyRecords(await publicKey());
  return { records: values.map((value) => ({ name, ttl: TTL_SECONDS, class: 'IN', type: 'TXT', value: `"${value}"` })) };
}

function setUpOf({ domainConnect }: Deployed): NonNullable<Settings['domainConnect']> {
  if (domainConnect) return domainConnect;
  throw new Error('the deployed stage has no settings.domainConnect: set it and deploy first (docs/domain-connect.md)');
}
