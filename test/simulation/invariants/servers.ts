import { domainOf } from '../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { serversOf } from '../../../lambdas/model/domains/domain-servers.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { recordOf } from '../dns/validation-owner.ts';
import type { Invariant } from '../world.ts';

/** Servers and their machines: which certificates they serve, and which keys they get. */
export const SERVER_INVARIANTS: readonly Invariant[] = [
  {
    name: 'served where it belongs',
    sentence:
      'At rest a domain is served by the server that its row names, and by no other but one that it is still to leave; a machine serves nothing else, but what a restore has taken from the table.',
    atRest(world, violated) {
      const domains = world.domains();
      for (const { phase, url, organizationId, serverId, served, cname } of domains) {
        // A renewal while the CNAME pointed elsewhere cannot be checked.
        if (phase !== 'active' || world.cnames.get(url) !== cname.target) continue;
        const agent = world.agents.find(({ server: { row } }) => row.organizationId === organizationId && row.id === serverId);
        const shown = agent?.shown.get(url)?.fingerprint;
        if (shown !== served?.certificate.fingerprintSha256)
          violated(`${url} is active, and ${agent?.server.machineId} shows ${shown ?? 'nothing'}`);
      }
      for (const { server, shown } of world.agents)
        for (const hostname of shown.keys()) {
          const { organizationId, id } = server.row;
          const belongs = domains.some(
            (domain) =>
              domain.url === hostname &&
              domain.organizationId === organizationId &&
              [...serversOf(domain), ...(domain.retireFrom ?? [])].includes(id),
          );
          const row = keys.certificate(organizationId, id, hostname);
          if (!belongs && !(world.isLost(row) && !world.held.get(row)))
            violated(`${server.machineId} serves ${hostname}, which is not to be there`);
        }
    },
  },
  {
    name: 'a certificate where its domain is',
    sentence: 'What writes that a domain is to be installed leaves its certificate at each of its servers.',
    begin({ held, watch }, violated) {
      watch((changed) => {
        for (const { key, before, after } of changed) {
          if (!key.endsWith('|DOMAIN') || after?.phase !== 'installing' || before?.phase === 'installing') continue;
          const { organizationId, url, ...domain } = domainOf(after);
          for (const serverId of serversOf(domain))
            if (held.get(keys.certificate(organizationId, serverId, url))?.state !== 'present')
              violated(`${url} is installed at server ${serverId}, which has no certificate`);
        }
      });
    },
  },
  {
    name: 'keys only where the name leads',
    sentence:
      'A private key is given only to machines of a server that its domain has named, and only if the hostname has shown a label of its organization, or the record by which that is validated.',
    begin(world, violated) {
      const { agents, organizations, pointed, watch } = world;
      const named = new Set<string>();
      watch((changed) => {
        for (const { key, after } of changed) {
          if (!key.startsWith('DOMAIN#') || !after?.listed) continue;
          const { url, organizationId, serverId } = { ...after, ...after.listed } as Pick<
            Domain,
            'url' | 'organizationId' | 'serverId'
          >;
          named.add(`${url} ${organizationId} ${serverId}`);
        }
      });
      for (const agent of agents)
        agent.onKey = (hostname, jwe) => {
          const { row, machineId } = agent.server;
          const own = organizations.find(({ id }) => id === row.organizationId)?.servers ?? [];
          const { name, target: proven } = recordOf(world, row.organizationId, hostname);
          const isProven = pointed.has(`${name} ${proven}`);
          if (!isProven && !own.some(({ target }) => pointed.has(`${hostname} ${target}`)))
            violated(`${machineId} got the key of ${hostname}, which never led to ${row.organizationId}`);
          if (!named.has(`${hostname} ${row.organizationId} ${row.id}`))
            violated(`${machineId} got the key of ${hostname}, whose domain never named its server`);
          if (jwe !== `the private key of ${hostname} for ${machineId}`) violated(`${machineId} got "${jwe}" for ${hostname}`);
        };
    },
  },
];
