import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import type { DnsClient } from '../../../local/dns-client.ts';
import { administrator } from '../administrator.ts';

// An organization's waiting time until a name is validated, alone and beside another organization whose names are all in a zone
// with silent name servers.

export interface SlowDnsLoad {
  baseUrl: string;
  stateDir: string;
  dns: Pick<DnsClient, 'set' | 'silent'>;
  /** Names of the other organization, in the silent zone. */
  names: number;
  /** Names of the first organization, one after another: alone, and again beside the others. */
  rounds: number;
}

export interface SlowDnsResult {
  /** Milliseconds from the request to `validated`. */
  alone: number[];
  /** While the other names' executions start, which load the machine whatever DNS does. */
  first: number;
  beside: number[];
  /** Names in the silent zone that were diagnosed as missing or wrong, which no check can know. */
  judged: number;
}

const LARGEST_BULK = 100;
const MAX_MS = 180_000;
const POLL_MS = 50;
const VERDICTS = ['cname_not_found', 'invalid_cname_target', 'proxied_dns', 'conflicting_records'];

export async function validateBesideSilence({ baseUrl, stateDir, dns, names, rounds }: SlowDnsLoad): Promise<SlowDnsResult> {
  const zone = `silent-${randomBytes(4).toString('hex')}.test`;
  await dns.set(`www.${zone}`, 'A', ['203.0.113.9']);
  await dns.silent(zone);
  const [one, other] = [await newCaller(baseUrl, stateDir, 'Neighbour'), await newCaller(baseUrl, stateDir, 'Silent')];
  const { cname_target } = await one.create(newName('customer.test'));

  /** The CNAME is set before the domain is created. */
  const validate = async (): Promise<number> => {
    const hostname = newName('customer.test');
    await dns.set(hostname, 'CNAME', [cname_target]);
    const startedAt = performance.now();
    const { id } = await one.create(hostname);
    while ((await one.ask<DomainResource>(`/domains/${id}`)).dns_status !== 'validated') {
      if (performance.now() - startedAt > MAX_MS) return Number.POSITIVE_INFINITY;
      await sleep(POLL_MS);
    }
    return performance.now() - startedAt;
  };
  const validateAll = async () => {
    const milliseconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) milliseconds.push(await validate());
    return milliseconds;
  };

  await validate(); // warms up the processes
  const alone = await validateAll();
  for (let from = 0; from < names; from += LARGEST_BULK) await other.createAll(Math.min(LARGEST_BULK, names - from), zone);
  const first = await validate();
  const beside = await validateAll();
  const { data } = await other.ask<{ data: DomainResource[] }>(`/domains?limit=${LARGEST_BULK}`);
  return { alone, first, beside, judged: data.filter(({ diagnosis }) => VERDICTS.includes(diagnosis.code)).length };
}

function newName(zone: string): string {
  return `bench-${randomBytes(6).toString('hex')}.${zone}`;
}

async function newCaller(baseUrl: string, stateDir: string, name: string) {
  const { headers } = await administrator(stateDir).newOrganization(name, 'domains.read,domains.write');
  const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`${baseUrl}${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  return {
    ask,
    create: (url: string) => ask<DomainResource>('/domains', { url, server_id: 1 }),
    createAll: (count: number, zone: string) =>
      ask('/domains/bulk', { domains: Array.from({ length: count }, () => ({ url: newName(zone), server_id: 1 })) }),
  };
}
