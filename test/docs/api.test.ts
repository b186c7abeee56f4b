import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { HTTP_ERROR_STATUS } from '../../contract/api/error-codes.ts';
import { ACTION_LIMITS, DNS_CHECKS, DNS_CHECKS_OF_PEOPLE, STANDARD_LIMITS } from '../../contract/api/limits.ts';
import { OPERATIONS, PERMISSIONS } from '../../contract/api/operations.ts';
import { DIAGNOSIS_WORDS, dnsFormWords } from '../../copy/en/diagnosis-texts.ts';
import { ListDomainsQuery } from '../../lambdas/api/domains/domain-requests.schema.ts';
import { BulkResource } from '../../lambdas/api/domains/domain-responses.schema.ts';
import { stageOf } from '../../lambdas/model/domains/diagnosis-of.ts';
import { DomainPage, DomainResource } from '../../lambdas/model/domains/domain-resource.schema.ts';
import { WebhookWithSecret } from '../../lambdas/model/webhooks/webhook-resource.schema.ts';
import { ListQuery } from '../../lambdas/shared/http/parameters.ts';
import { OUTBOX_KEPT_DAYS } from '../../lambdas/shared/outbox/outbox.schema.ts';
import { API_PAGES, FIRST_CALLS, shownCall } from './answers.ts';

/** Lines are wrapped anywhere. */
const page = API_PAGES.replace(/\s+/g, ' ');
const { createDomain, getDomain, listDomains, createDomains, createWebhook } = FIRST_CALLS;

describe('the answers in the pages for integrators', () => {
  it.each<[string, z.ZodMiniType]>([
    [createDomain, DomainResource],
    [getDomain, DomainResource],
    [listDomains, DomainPage],
    [createDomains, BulkResource],
    [createWebhook, WebhookWithSecret],
  ])('to %s are what the service sends', (call, schema) => {
    expect(schema.safeParse(shownCall(API_PAGES, call).answer)).toMatchObject({ success: true });
  });

  it.each([createDomain, getDomain])('to %s say what the service says of such a domain', (call) => {
    const {
      url,
      cname_target: cnameTarget,
      diagnosis,
      dns_status: dnsStatus,
      ssl_status: sslStatus,
    } = DomainResource.parse(shownCall(API_PAGES, call).answer);
    const words = DIAGNOSIS_WORDS[diagnosis.code];
    const facts = {
      hostname: url,
      host: '',
      cnameTarget,
      observed: '',
      stage: stageOf({ dnsStatus, sslStatus }),
      server: '1',
      formerServer: '',
      otherServerId: '',
      otherServer: '',
      dnsForm: dnsFormWords(url, cnameTarget, url.split('.')[0] ?? ''),
    };
    expect(diagnosis).toMatchObject({ summary: words.summary(facts), fix: { text: words.fix(facts) } });
  });
});

describe('the pages about the API', () => {
  const { requestsPerMinute, requestsPerHour, domains, unvalidatedDomains, servers, webhooks } = STANDARD_LIMITS;
  const inWords = (number: number) => number.toLocaleString('en');

  it.each([
    `${inWords(requestsPerMinute)} requests per clock minute, and an organization ${inWords(requestsPerHour)} per clock hour`,
    `at most ${inWords(domains)} domains (of which ${inWords(unvalidatedDomains)} never validated), ${servers} servers and ${webhooks} webhooks`,
    `${ListQuery.parse({}).limit} items by default, at most 100`,
    `keeps events for ${OUTBOX_KEPT_DAYS} days`,
    `the answer is ${HTTP_ERROR_STATUS.idempotency_key_reused} \`idempotency_key_reused\``,
    `a repeat gets ${HTTP_ERROR_STATUS.conflict} \`conflict\``,
    `the answer is ${HTTP_ERROR_STATUS.rate_limit_exceeded} \`rate_limit_exceeded\``,
    `permissions: ${PERMISSIONS.map((permission) => `\`${permission}\``).join(', ')}.`,
  ])('has the numbers and names of the code: %s', (phrase) => {
    expect(page).toContain(phrase);
  });

  it('has the largest page that a list takes', () => {
    expect([ListQuery.safeParse({ limit: '100' }).success, ListQuery.safeParse({ limit: '101' }).success]).toEqual([true, false]);
  });

  it.each(Object.entries(ACTION_LIMITS))('says how often %s is possible', (action, { limit, perSeconds }) => {
    const span = perSeconds === 86_400 ? 'a day (UTC)' : `${perSeconds} seconds`;
    expect(API_PAGES).toMatch(
      new RegExp(`\\| \`POST /api/\\w+/{id}/${action}\` \\| ${limit} in ${span.replace(/[()]/g, '\\$&')} \\|`),
    );
  });

  it('says how often DNS can be checked', () => {
    const { limit, perSeconds } = DNS_CHECKS;
    expect([API_PAGES.includes(`per organization | ${limit} per clock minute |`), perSeconds]).toEqual([true, 60]);
    const people = DNS_CHECKS_OF_PEOPLE;
    expect([API_PAGES.includes(`together | ${people.limit} per clock minute |`), people.perSeconds]).toEqual([true, 60]);
  });

  it('names every filter of the list of domains, and no other', () => {
    const [, table = ''] = /\| Filter \| Lists domains \|\n(.*?)\n\n/s.exec(API_PAGES) ?? [];
    const named = table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
    const filters = Object.keys(ListDomainsQuery.shape).filter((name) => !['limit', 'cursor', 'sort'].includes(name));
    expect(named.toSorted()).toEqual(filters.toSorted());
  });

  it('calls operations that exist', () => {
    const known = Object.values(OPERATIONS).map(({ method, path }) => `${method} ${path}`);
    const calls = [...page.matchAll(/`(GET|POST|PATCH|DELETE) (\/[^`?]+)/g)].map(([, method, path]) => `${method} ${path}`);
    expect(calls.length).toBeGreaterThan(8);
    expect(known).toEqual(expect.arrayContaining(calls));
  });
});
