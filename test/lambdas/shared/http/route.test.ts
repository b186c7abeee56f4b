import { describe, expect, it } from 'vitest';
import { matchRoute } from '../../../../lambdas/shared/http/route.ts';

describe('a request that came to a Lambda without its route', () => {
  it('is an unknown path where the method is another Lambda’s: a 405 would allow what it refuses', () => {
    expect(matchRoute([], 'DELETE', '/api/servers/1/enrollments/a\nb')).toEqual({ kind: 'unknown' });
  });

  it('gets the possible methods where nobody has its own', () => {
    expect(matchRoute([], 'POST', '/api/servers/1')).toEqual({ kind: 'other-method', allowed: ['GET', 'PATCH', 'DELETE'] });
  });
});

describe('a path that nobody serves', () => {
  it.each([
    ['/domains', '/api/domains'],
    ['/domains/', '/api/domains'],
    ['/api/domains/', '/api/domains'],
    ['//api/domains', '/api/domains'],
    ['/api/api/domains', '/api/domains'],
    ['/api/v1/domains/12/check', '/api/domains/{id}/check'],
    ['/v2/webhooks', '/api/webhooks'],
    ['/API/Organization', '/api/organization'],
  ])('gets the path that it is a slip away from: %s', (path, meant) => {
    expect(matchRoute([], 'GET', path)).toEqual({ kind: 'unknown', meant });
  });

  it.each(['/', '/api', '/api/', '/domain', '/apidomains', '/domains/1/2/3/4/5', '/api/__proto__'])(
    'gets no more where it is like none of ours: %s',
    (path) => {
      expect(matchRoute([], 'GET', path)).toEqual({ kind: 'unknown' });
    },
  );
});
