import { describe, expect, it } from 'vitest';
import { connection } from '../cloud.ts';
import { admin, newOrganization } from '../operator.ts';
import { Person } from '../person.ts';

describe('a person in the local cloud', () => {
  it('signs in with the address and the password that the start has printed, and signs out', async () => {
    const owner = new Person();
    const { status, headers } = await owner.signIn();
    expect([status, headers.get('location')]).toEqual([303, `${connection.site_url}/dashboard/`]);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=org_\w+\.usr_\w+\.\w{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^sign-in=; .*Max-Age=0/),
    ]);
    expect((await owner.ask('/app/sign-out', { method: 'POST' })).status).toBe(204);
    expect(owner.cookies.size).toBe(0);
  });

  it('signs in to the organization that an administrator has invited them to, and the invitation is used', async () => {
    const { organizationId } = await newOrganization('domains.read');
    const email = `viewer-${Date.now()}@cps.test`;
    const made = await admin('create-user', '--organization', organizationId, '--email', email, '--role', 'viewer');
    const viewer = new Person();
    expect((await viewer.signIn({ email, password: made.password ?? '' })).status).toBe(303);
    expect(viewer.cookies.get('session')).toContain(organizationId);
    const again = new Person();
    expect((await again.signIn({ email, password: made.password ?? '' })).status).toBe(303);
  });

  it('has no session by an answer that somebody else has begun, or by one that was used', async () => {
    const owner = new Person();
    const begun = await owner.ask('/app/sign-in');
    const stolen = new Person();
    expect(begun.status).toBe(303);
    expect((await stolen.ask('/app/callback?code=1&state=1')).status).toBe(400);
    expect(stolen.cookies.size).toBe(0);
  });
});
