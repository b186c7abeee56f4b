import { Command, CommanderError } from 'commander';
import { dnsManagementUrl, runningCloud } from './connection.ts';
import { type DnsClient, dnsClient } from './dns-client.ts';
import { columns } from './machine/layout.ts';
import { listRows } from './name-servers/dns-listing.ts';
import { RECORD_TYPES } from './name-servers/records.ts';

/** Throws with the remedy when no local cloud runs. */
function runningDnsServer(): DnsClient {
  return dnsClient(dnsManagementUrl(runningCloud().ports));
}

const program = new Command('npm run dns --')
  .description(
    'Sets records, and what is wrong with them, in the DNS of the local cloud: a root, top-level domains and name servers.',
  )
  .showHelpAfterError('(--help shows how it is used)')
  .addHelpText(
    'after',
    `
Record types: ${RECORD_TYPES.join(', ')}. A name without records does not exist. Its zone comes into being when a name in it is first
set, at two name servers. --server 2 means the second of these alone, and may be given again; without it all are meant.
Examples:
  npm run dns -- set shop.customer.test CNAME abc.cname.cps.test
  npm run dns -- set customer.test CAA '0 issue "pebble.letsencrypt.org"'
  npm run dns -- delete shop.customer.test
  npm run dns -- disagree shop.customer.test CNAME       (the second name server does not have it yet)
  npm run dns -- silent bakery.test --server 1
  npm run dns -- delegate bakery.test ns1.provider.example ns2.provider.example`,
  );

/** Creates a command that changes the DNS and reports the result. */
function command(words: string, description: string, act: (dns: DnsClient, ...args: never[]) => Promise<string>): Command {
  return program
    .command(words)
    .description(description)
    .action(async (...args: unknown[]) => console.log(await act(runningDnsServer(), ...(args as never[]))));
}

const number = (value: string): number => {
  if (!/^\d+$/.test(value)) throw new Error(`"${value}" is not a whole number`);
  return Number(value);
};
interface Some {
  server?: number[];
}
/** Adds the option to select some of the zone's name servers. */
const ofSome = (made: Command) =>
  made.option('--server <number>', 'one of the zone’s, counted from 1', (value, others: number[] = []) => [
    ...others,
    number(value),
  ]);
const whose = ({ server }: Some) => (server ? `name server ${server.join(' and ')}` : 'every name server');

command(
  'set <name> <type> [values...]',
  'gives a name these records of a type instead of what it had',
  async (dns, name: string, type: string, values: string[]) => {
    await dns.set(name, type, values);
    return `${name} ${type.toUpperCase()} ${values.join(' ')}`;
  },
);
command(
  'delete <name> [type]',
  'removes the records of a type; or all of the name, and what is wrong with it',
  async (dns, name: string, type?: string) => {
    await dns.delete(name, type);
    return `${name} has no ${type ? `${type.toUpperCase()} ` : ''}records`;
  },
);
command('fail <name>', 'answers every question about this very name with SERVFAIL', async (dns, name: string) => {
  await dns.fail(name);
  return `${name} answers SERVFAIL`;
});
ofSome(
  command(
    'slow <name> <milliseconds>',
    'answers later, for the name and all below it',
    async (dns, name: string, milliseconds: string, some: Some) => {
      await dns.slow(name, number(milliseconds), some.server);
      return `${whose(some)} of ${name} answers after ${milliseconds} ms`;
    },
  ),
);
ofSome(
  command('silent <name>', 'does not answer, for the name and all below it', async (dns, name: string, some: Some) => {
    await dns.silent(name, some.server);
    return `${whose(some)} of ${name} is silent`;
  }),
);
ofSome(
  command(
    'lame <name>',
    'refuses, for the name and all below it, as a name server does that does not have the zone',
    async (dns, name: string, some: Some) => {
      await dns.lame(name, some.server);
      return `${whose(some)} of ${name} refuses`;
    },
  ),
);
ofSome(
  command(
    'disagree <name> <type> [values...]',
    'gives the name other records, or none, at the second name server only',
    async (dns, name: string, type: string, values: string[], { server = [2] }: Some) => {
      await dns.disagree(name, type, values, server);
      return `${whose({ server })} says ${name} ${type.toUpperCase()} ${values.join(' ') || 'is not there'}`;
    },
  ),
);
command(
  'stale <name> <seconds>',
  'lets resolvers keep for so long that the name was not there',
  async (dns, name: string, seconds: string) => {
    await dns.stale(name, number(seconds));
    return `resolvers say for ${seconds} s that ${name} is not there`;
  },
);
command('bogus <zone>', 'signs a zone with signatures that do not hold', async (dns, zone: string) => {
  await dns.bogus(zone);
  return `the signatures of ${zone} do not hold`;
});
command('expired <zone>', 'signs a zone with signatures that have expired', async (dns, zone: string) => {
  await dns.sign(zone, 'expired');
  return `the signatures of ${zone} have expired`;
});
command('missing-key <zone>', 'signs a zone, and gives the registry the DS of another key', async (dns, zone: string) => {
  await dns.sign(zone, 'missing-key');
  return `the DS at the registry is of no key of ${zone}`;
});
command('sign <zone>', 'signs a zone as it should be', async (dns, zone: string) => {
  await dns.sign(zone, 'right');
  return `${zone} is signed`;
});
command('unsign <zone>', 'takes the signatures and the DS away', async (dns, zone: string) => {
  await dns.sign(zone, 'not');
  return `${zone} is not signed`;
});
command('heal <name>', 'ends what is wrong with a name or a zone; its records stay', async (dns, name: string) => {
  await dns.heal(name);
  return `nothing is wrong with ${name}`;
});
command(
  'delegate <zone> <servers...>',
  'has the registry name these name servers of a zone',
  async (dns, zone: string, servers: string[], { own }: { own?: string[] }) => {
    await dns.delegate(zone, servers, own);
    return `${zone} is delegated to ${servers.join(' ')}`;
  },
).option('--own <servers...>', 'those that the zone itself names, if they are others');
command('undelegate <zone>', 'takes a zone from the registry: it is not registered any more', async (dns, zone: string) => {
  await dns.undelegate(zone);
  return `${zone} is not registered`;
});
command(
  'negative-ttl <zone> <seconds>',
  'for how long resolvers may keep that a name of the zone is not there',
  async (dns, zone: string, seconds: string) => {
    await dns.negativeTtl(zone, number(seconds));
    return `the SOA of ${zone} has a minimum of ${seconds} s`;
  },
);
command('list', 'shows the zones, the records and what is wrong', async (dns) =>
  columns(listRows(await dns.list(), new Date())).join('\n'),
);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) throw error;
  console.error(
    error instanceof Error && error.cause
      ? 'the DNS of the local cloud does not answer: is `npm start` running?'
      : `error: ${(error as Error).message}`,
  );
  process.exitCode = 1;
}
