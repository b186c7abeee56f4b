/** An IAM role. `name` is the last part of its ARN: in the ARN of a session, AWS drops the path. */
export interface RoleArn {
  partition: string;
  accountId: string;
  name: string;
}

export interface ListenerArn {
  partition: string;
  region: string;
  accountId: string;
  /** `app/<name>/<id>` */
  loadBalancer: string;
  loadBalancerArn: string;
  /** All rules of the listener. */
  rulesArn: string;
}

// AWS General Reference, "Amazon Resource Names"; IAM and ELBv2 in the Service Authorization Reference.
const ROLE = /^arn:(aws(?:-[a-z]+)*):iam::(\d{12}):role\/(?:[\w+=,.@/-]{1,511}\/)?([\w+=,.@-]{1,64})$/;
const LISTENER =
  /^arn:(aws(?:-[a-z]+)*):elasticloadbalancing:([a-z]{2}(?:-[a-z]+)+-\d):(\d{12}):listener\/(app\/[A-Za-z\d-]{1,32}\/[\da-z]{8,32})\/([\da-z]{8,32})$/;

export function partitionOf(arn: string): string {
  return arn.split(':')[1] ?? '';
}

export function parseRoleArn(arn: string): RoleArn | undefined {
  const [, partition, accountId, name] = ROLE.exec(arn) ?? [];
  return partition && accountId && name ? { partition, accountId, name } : undefined;
}

/** True when a role is one of these. Its name is unique in its account, whatever its path (IAM User Guide, quotas). */
export function isOneOfRoles({ partition, accountId, name }: RoleArn, arns: readonly string[]): boolean {
  return arns.some((arn) => {
    const role = parseRoleArn(arn);
    return role?.partition === partition && role.accountId === accountId && role.name === name;
  });
}

export function parseListenerArn(arn: string): ListenerArn | undefined {
  const [, partition, region, accountId, loadBalancer, id] = LISTENER.exec(arn) ?? [];
  if (!partition || !region || !accountId || !loadBalancer || !id) return undefined;
  const prefix = `arn:${partition}:elasticloadbalancing:${region}:${accountId}`;
  return {
    partition,
    region,
    accountId,
    loadBalancer,
    loadBalancerArn: `${prefix}:loadbalancer/${loadBalancer}`,
    rulesArn: `${prefix}:listener-rule/${loadBalancer}/${id}/*`,
  };
}
