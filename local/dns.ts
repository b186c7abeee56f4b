import { Command, CommanderError } from 'commander';
import { dnsManagementUrl } from './connection.ts';
import { type DnsServer, dnsServer, RECORD_TYPES } from './dns-server.ts';
import { runningCloud } from './running-cloud.ts';

/** Throws, with the remedy, when no local cloud runs. */
function runningDnsServer(): DnsServer {
  return dnsServer(dnsManagementUrl(runningCloud().ports));
}

const program = new Command('npm run dns --')
  .description('Sets records in the DNS server of the local cloud. A name without records has the address 127.0.0.1.')
  .showHelpAfterError('(--help shows how it is used)')
  .addHelpText(
    'after',
    `
Record types: ${RECORD_TYPES.join(', ')}. Setting replaces what the name has of that type.
Examples:
  npm run dns -- set shop.customer.test CNAME abc.cname.cps.test
  npm run dns -- set customer.test CAA '0 issue "pebble.letsencrypt.org"'
  npm run dns -- delete shop.customer.test
  npm run dns -- fail shop.customer.test`,
  );

program
  .command('set')
  .description('gives a name these records of a type')
  .argument('<name>')
  .argument('<type>')
  .argument('[value...]')
  .action(async (name: string, type: string, values: string[]) => {
    await runningDnsServer().set(name, type, values);
    console.log(`${name} ${type.toUpperCase()} ${values.join(' ')}`.trimEnd());
  });

program
  .command('delete')
  .description('removes the records of a type, or all of the name')
  .argument('<name>')
  .argument('[type]')
  .action(async (name: string, type?: string) => {
    await runningDnsServer().delete(name, type);
    console.log(`${name} has no ${type ? type.toUpperCase() : 'own'} records`);
  });

program
  .command('fail')
  .description('answers every question about a name with SERVFAIL, until it is deleted')
  .argument('<name>')
  .action(async (name: string) => {
    await runningDnsServer().fail(name);
    console.log(`${name} answers SERVFAIL`);
  });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) throw error;
  console.error(
    error instanceof Error && error.cause
      ? 'the DNS server of the local cloud does not answer: is `npm start` running?'
      : `error: ${(error as Error).message}`,
  );
  process.exitCode = 1;
}
