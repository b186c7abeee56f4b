import type { Command } from 'commander';
import { DOMAIN_CONNECT_KEY_HOST } from '../../contract/paths.ts';
import type { Settings } from '../../contract/stack/settings.schema.ts';
import { publicKeyRecords, template } from '../../lambdas/dns/domain-connect/template.ts';
import { deployedCa, type Session } from './connect.ts';
import { readPublicKey } from './public-key.gateway.ts';

type Deployed = Pick<Settings, 'baseTarget' | 'siteUrl' | 'domainConnect' | 'validationZone'>;

const TTL_SECONDS = 300;

/** The template file to register with DNS providers. Throws when the stage has no template. */
export function templateToRegister(settings: Deployed) {
  const { baseTarget, siteUrl, validationZone } = settings;
  const setUp = setUpOf(settings);
  if (siteUrl === undefined) throw new Error('the deployed stage has no settings.siteUrl, where providers lead back to');
  return template({ ...setUp, baseTarget, validationZone, siteDomain: new URL(siteUrl).hostname });
}

/** TXT records with which DNS providers verify our links, as zone file lines. `publicKey`: SubjectPublicKeyInfo in DER. */
export async function keyRecords(settings: Deployed, publicKey: () => Promise<Uint8Array>) {
  const name = `${DOMAIN_CONNECT_KEY_HOST}.${setUpOf(settings).keyDomain}.`;
  const values = publicKeyRecords(await publicKey());
  return { records: values.map((value) => ({ name, ttl: TTL_SECONDS, class: 'IN', type: 'TXT', value: `"${value}"` })) };
}

function setUpOf({ domainConnect }: Deployed): NonNullable<Settings['domainConnect']> {
  if (domainConnect) return domainConnect;
  throw new Error('the deployed stage has no settings.domainConnect: set it and deploy first (docs/operate/domain-connect.md)');
}

/** Commands for the deployer's set-up with DNS providers (Domain Connect). */
export function addDomainConnectCommands(program: Command, session: Session): void {
  const group = program
    .command('domain-connect')
    .description('what DNS providers need to set the records of customers themselves (docs/operate/domain-connect.md)');

  group
    .command('template')
    .description('prints the template to register with DNS providers, as JSON')
    .action(async () => {
      const { settings } = await deployedCa(session);
      console.log(JSON.stringify(templateToRegister(settings), null, 2));
    });

  group
    .command('records')
    .description('prints the TXT records with the public key, to publish below settings.domainConnect.keyDomain')
    .action(async () => {
      const { settings, domainConnectKeyId } = await deployedCa(session);
      session.print(await keyRecords(settings, () => publicKey(domainConnectKeyId)), { asLines: true });
    });
}

async function publicKey(keyId: string | undefined): Promise<Uint8Array> {
  if (keyId === undefined) throw new Error('the deployed stacks do not say which key signs; deploy this version first');
  return readPublicKey(keyId);
}
