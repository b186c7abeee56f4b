import type { Command } from 'commander';
import type { Session } from './connect.ts';
import { deployedCa } from './deployed-ca.ts';
import { keyRecords, templateToRegister } from './domain-connect.ts';
import { readPublicKey } from './public-key.gateway.ts';

/** What the deployer gives DNS providers, so that they set the records of customers themselves. */
export function addDomainConnectCommands(program: Command, session: Session): void {
  const group = program
    .command('domain-connect')
    .description('what DNS providers need to set the records of customers themselves (docs/domain-connect.md)');

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
      session.print(await keyRecords(settings, () => publicKey(domainConnectKeyId)));
    });
}

async function publicKey(keyId: string | undefined): Promise<Uint8Array> {
  if (keyId === undefined) throw new Error('the deployed stacks do not say which key signs; deploy this version first');
  return readPublicKey(keyId);
}
