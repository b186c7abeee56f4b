import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import {
  REVOCATION_REASON_CODES,
  REVOCATION_REASONS,
  type RevocationReason,
} from '../../lambdas/model/domains/domain-row.schema.ts';
import { emailAddresses } from './arguments.ts';
import {
  changeKey,
  deactivateAccount,
  type ExternalAccount,
  registerAccount,
  revokeByHand,
  setContacts,
  showAccount,
} from './ca-account.ts';
import type { Session } from './connect.ts';
import { openCaAccount } from './open-ca-account.ts';

/** Commands for our CA account beyond what an order does automatically. */
export function addCaAccountCommands(program: Command, session: Session): void {
  const group = program
    .command('ca-account')
    .description('our account at a CA: its contacts, its key, its end')
    .option('--ca <name>', 'which CA of the stage, by its caName; else the preferred one');
  const open = () => openCaAccount(session, group.opts<{ ca?: string }>().ca);

  group
    .command('show')
    .description('what the CA says of the account, and since when it has its key')
    .action(async () => session.print(await showAccount((await open()).ports)));

  group
    .command('register')
    .description('makes the account; without it, the first order does')
    .option('--contact <address...>', 'where the CA writes to; else that of the stage', emailAddresses)
    .option('--eab-kid <id>', 'external account binding: the key id that the CA gave you')
    .option('--eab-key-file <file>', 'a file with the HMAC key that the CA gave you with it, base64url')
    .addHelpText(
      'after',
      '\nIt agrees to the CA’s terms of service in your name. After a deactivation it makes another account, with a new key.',
    )
    .action(async ({ contact, eabKid, eabKeyFile }: { contact?: string[]; eabKid?: string; eabKeyFile?: string }) => {
      const { ports, contactEmail } = await open();
      const external = externalAccount(eabKid, eabKeyFile);
      const contacts = contact ?? (contactEmail === undefined ? [] : [contactEmail]);
      session.print(await registerAccount(ports, { contacts, ...(external && { external }) }));
    });

  group
    .command('contacts')
    .description('replaces the addresses that the CA writes to; without an address it has none')
    .argument('[addresses...]', 'where the CA writes to', emailAddresses)
    .action(async (addresses: string[]) => session.print(await setContacts((await open()).ports, addresses)));

  group
    .command('change-key')
    .description('gives the account a new key, or finishes a change that was interrupted')
    .addHelpText(
      'after',
      '\nOrders go on. A validation that the CA makes at this very moment may fail once, because what it expects is made of the key; it is ordered again by itself.',
    )
    .action(async () => session.print(await changeKey((await open()).ports)));

  group
    .command('deactivate')
    .description('ends the account for good: the CA issues and revokes nothing for it afterwards')
    .requiredOption('--yes', 'it cannot be undone')
    .addHelpText('after', '\nCertificates stay valid. `ca-account register` makes another account.')
    .action(async () => session.print(await deactivateAccount((await open()).ports)));

  group
    .command('revoke')
    .description('has the CA revoke one certificate, and does nothing else; POST /domains/{id}/revoke replaces it first')
    .requiredOption('--certificate <file>', 'PEM of the certificate')
    .addOption(new Option('--reason <name>', 'of RFC 5280').choices(REVOCATION_REASONS).default('unspecified'))
    .action(async ({ certificate, reason }: { certificate: string; reason: RevocationReason }) => {
      const { ports } = await open();
      await revokeByHand(ports, readFileSync(certificate, 'utf8'), REVOCATION_REASON_CODES[reason]);
      session.print({ revoked: true, reason });
    });
}

function externalAccount(kid: string | undefined, keyFile: string | undefined): ExternalAccount | undefined {
  if ((kid === undefined) !== (keyFile === undefined)) throw new Error('--eab-kid and --eab-key-file need each other');
  return kid === undefined || keyFile === undefined ? undefined : { kid, hmacKey: readFileSync(keyFile, 'utf8').trim() };
}
