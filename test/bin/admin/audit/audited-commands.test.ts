import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

// Changes of an organization outside of the API: by administrators at the command line, and by people with actions that no key
// may do. test/lambdas/api/properties/audited-changes.test.ts covers the API's operations.

/** Actions of the audit entries; or, as text, why there is none. */
type Left = string[] | string;

const READS = 'changes nothing';
const OF_THE_DEPLOYMENT = 'changes nothing of an organization: AWS CloudTrail has what it does to the deployment';

const COMMANDS: Record<string, Left> = {
  'audit list': READS,
  'audit public-key': READS,
  'audit verify': READS,
  'ca-account change-key': 'changes our account at the CA, which is nobody’s organization',
  'ca-account contacts': 'changes our account at the CA, which is nobody’s organization',
  'ca-account deactivate': 'ends our account at the CA, which is nobody’s organization',
  'ca-account register': 'makes our account at the CA, which is nobody’s organization',
  'ca-account revoke': 'revokes at the CA what the service has no domain for; `POST /domains/{id}/revoke` has an entry',
  'ca-account show': READS,
  'ca-status': READS,
  'aws-access': READS,
  caa: READS,
  zone: READS,
  'create-enrollment': ['enrollment.created'],
  'create-key': ['api_key.created'],
  'create-organization': ['organization.created', 'server.created'],
  'create-server': ['server.created'],
  'create-user': ['invitation.created'],
  'delete-organization': ['webhook.deleted', 'server.deleted', 'domain.deleted', 'organization.deleted'],
  deploy: OF_THE_DEPLOYMENT,
  'domain-connect records': READS,
  'domain-connect template': READS,
  'end-portal-links': ['portal_links.ended'],
  'list-domains': READS,
  'list-enrollments': READS,
  'list-keys': READS,
  'list-machines': READS,
  'list-organizations': READS,
  'list-servers': READS,
  'new-stage': OF_THE_DEPLOYMENT,
  prices: READS,
  redrive: 'sends again what was written: each delivery tells of it',
  renew: ['certificate.renewal_scheduled'],
  'restore-diff': [
    ...['api_key.revoked', 'api_key.updated', 'domain.deleted', 'machine.keys_rotated', 'machine.revoked', 'member.removed'],
    ...['member.role_changed', 'organization.portal_token_rotated', 'portal_links.ended', 'webhook.deleted'],
    'webhook.secret_rotated',
  ],
  'revoke-enrollment': ['enrollment.revoked'],
  'revoke-key': ['api_key.revoked'],
  'revoke-machine': ['machine.revoked'],
  'rotate-front-secret': OF_THE_DEPLOYMENT,
  'rotate-key': ['api_key.rotated'],
  'rotate-portal-token': ['organization.portal_token_rotated'],
  'rotate-secret': OF_THE_DEPLOYMENT,
  'set-limits': ['organization.limits_changed'],
  'set-permissions': ['api_key.permissions_changed'],
  'set-theme': ['organization.theme_changed'],
  timeline: READS,
  undo: ['domain.undone', 'server.undone', 'webhook.undone', 'organization.undone'],
};

const PERSON_ROUTES: Record<string, Left> = {
  'PATCH /members/{id}': ['member.role_changed'],
  'DELETE /members/{id}': ['member.removed'],
  'POST /invitations': ['invitation.created'],
  'DELETE /invitations/{id}': ['invitation.withdrawn'],
  'POST /portal-token/rotate': ['organization.portal_token_rotated'],
  'PATCH /me': 'changes which mail one gets oneself: nothing of the organization',
  'DELETE /sessions/{id}': 'ends a session of one’s own: nothing of the organization',
};

const sourcesIn = (...patterns: string[]) => globSync(patterns).map((file) => readFileSync(file, 'utf8'));

/** The command words, with their group first. */
function commandsIn(source: string): string[] {
  const names = [...source.matchAll(/(\w+)?\s*(?:\.command\(|(?:server|organization)Command\(\s*program,\s*)'([a-z-]+)'/g)];
  const group = /const group = program\s*\.command\('([a-z-]+)'\)/.exec(source)?.[1];
  return names.flatMap(([, on, name = '']) => {
    if (name === group) return [];
    return [group !== undefined && on !== 'program' ? `${group} ${name}` : name];
  });
}

const written = sourcesIn('lambdas/**/*.ts', 'bin/**/*.ts').join('\n');
const isWritten = (action: string) => written.includes(`'${action}'`);
const actionsOf = (table: Record<string, Left>) =>
  Object.entries(table).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]));

describe('the audit of administrators', () => {
  it('says of each command what it leaves, or why nothing', () => {
    const commands = sourcesIn('bin/admin/**/*-command{,s}.ts').flatMap(commandsIn);
    expect(commands.toSorted()).toEqual(Object.keys(COMMANDS).toSorted());
  });

  it.each(actionsOf(COMMANDS))('has what %s leaves', (_, actions) => {
    expect(actions.filter((action) => !isWritten(action))).toEqual([]);
  });
});

describe('the audit of people', () => {
  it('says of each change that no key may make what it leaves, or why nothing', () => {
    const found = sourcesIn('lambdas/api/people-api/*.ts').flatMap((source) => [
      ...source.matchAll(/method: '(POST|PUT|PATCH|DELETE)',\s*path: '([^']+)'/g),
    ]);
    expect(found.map(([, method, path]) => `${method} ${path}`).toSorted()).toEqual(Object.keys(PERSON_ROUTES).toSorted());
  });

  it.each(actionsOf(PERSON_ROUTES))('has what %s leaves', (_, actions) => {
    expect(actions.filter((action) => !isWritten(action))).toEqual([]);
  });
});
