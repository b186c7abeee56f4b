import { expect, it } from 'vitest';
import { requestRemoval } from '../../../../lambdas/lifecycle/requests/domain-requests.ts';
import { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, iso, NOW, timings } from '../../a-domain.ts';
import { inEveryPhase } from '../every-phase.ts';

const remove = (domain: Domain) => requestRemoval(domain, { now: NOW, timings });

it.each(inEveryPhase.filter(([phase]) => phase !== 'removing'))('a removal wins over a domain that is %s', (_, domain) => {
  const requested = remove(domain);
  expect(requested).toMatchObject({
    kind: 'changed',
    events: ['domain.deleted'],
    startExecution: true,
    domain: { phase: 'removing', execution: { attempt: domain.execution.attempt + 1, dueAt: iso(1_800_000) } },
  });
  expect(JSON.stringify(requested)).not.toContain('sealedKey');
  expect(requested.kind === 'changed' && Domain.parse(requested.domain)).toEqual(Object(requested).domain);
});

it('a removal takes the certificate from every server that may hold it, each once', () => {
  const moving = aDomain('moving', { serverId: 3, move: { fromServerId: 4, state: 'installing' }, retireFrom: [2, 3] });
  expect(remove(moving)).toMatchObject({ domain: { retireFrom: [2, 3, 4] } });
  expect(remove(aDomain('awaiting-dns'))).toMatchObject({ domain: { retireFrom: [1] } });
});

it('a removal is asked for once', () => {
  expect(remove(aDomain('removing')).kind).toBe('unchanged');
});
