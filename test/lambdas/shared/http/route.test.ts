import { describe, expect, it } from 'vitest';
import { matchRoute } from '../../../../lambdas/shared/http/route.ts';

describe('a request that came to a Lambda without its route', () => {
  it('a request that came to a Lambda without its route is an unknown path where the method is another Lambda’s: a 405 would allow what it refuses', () => {
    expect(matchRoute([], 'DELETE', '/api/servers/1/enrollments/a\nb')).toEqual({ kind: 'unknown' });
  });

  it('a request that came to a Lambda without its route is told what is possible where nobody has the method', () => {
    expect(matchRoute([], 'POST', '/api/servers/1')).toEqual({ kind: 'other-method', allowed: ['GET', 'PATCH', 'DELETE'] });
  });
});
