import { describe, expect, it } from 'vitest';
import { resourcesOf, synthesize, zoneStage } from '../synthesized.ts';

const { service } = synthesize(zoneStage);

interface Statement {
  Action: string;
  Resource: unknown;
  Condition?: object;
}
const roles = Object.entries(resourcesOf(service, 'AWS::IAM::Role')).map(([id, { Properties }]) => ({
  id,
  name: Properties.RoleName as string | undefined,
  path: Properties.Path as string | undefined,
  statements: ((Properties.Policies ?? []) as { PolicyDocument: { Statement: Statement[] } }[]).flatMap(
    ({ PolicyDocument }) => PolicyDocument.Statement,
  ),
}));
const assuming = roles.filter(({ statements }) => statements.some(({ Action }) => Action === 'sts:AssumeRole'));

describe('who works in integrators’ AWS accounts', () => {
  it('is one role, whose ARN never changes: their trust policies name it', () => {
    expect(assuming.map(({ name, path }) => [name, path])).toEqual([
      [`cps-${zoneStage.name}-servers`, `/cps/${zoneStage.name}/opens-private-keys/`],
    ]);
    expect(roles.filter(({ name }) => name !== undefined)).toHaveLength(1);
  });

  it('assumes no role without an external id', () => {
    const [statement] = assuming.flatMap(({ statements }) => statements.filter(({ Action }) => Action === 'sts:AssumeRole'));
    expect(statement?.Condition).toEqual({ Null: { 'sts:ExternalId': 'false' } });
  });

  it('is told the ARN that the API shows, and is woken by the relay and by itself', () => {
    const variables = Object.entries(resourcesOf(service, 'AWS::Lambda::Function')).map(
      ([id, { Properties }]) => [id, Object((Properties.Environment as { Variables: object }).Variables)] as const,
    );
    const idsOf = (name: string) => variables.filter(([, told]) => told[name]).map(([id]) => id.replace(/Function.*/, ''));
    expect(idsOf('AWS_QUEUE_URL').toSorted()).toEqual(['AwsServersWorkAtAws', 'OutboxRelayRelayOutbox']);
    const arns = variables.flatMap(([, told]) => (told.AWS_SERVERS_ROLE_ARN ? [JSON.stringify(told.AWS_SERVERS_ROLE_ARN)] : []));
    expect(new Set(arns).size).toBe(1);
    expect(idsOf('AWS_SERVERS_ROLE_ARN')).toContain('AwsServersWorkAtAws');
  });

  it('is watched: an alarm tells of work that waits though nothing failed', () => {
    const alarms = Object.values(resourcesOf(service, 'AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties.MetricName);
    expect(alarms).toContain('AwsWorkSeconds');
  });
});
