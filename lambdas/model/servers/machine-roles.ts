/** Of one server. */
export const MOST_MACHINE_ROLES = 20;

const ROLE_ARN = /^arn:(aws|aws-cn|aws-us-gov):iam::(\d{12}):role\/(?:[\x21-\x7e]{1,511}\/)?([\w+=,.@-]{1,64})$/;

export function isRoleArn(text: string): boolean {
  return ROLE_ARN.test(text);
}

/** What of a role both its own ARN and that of a session of it say: the session's has no path, and no account needs one. */
interface NamedRole {
  partition: string;
  accountId: string;
  role: string;
}

/**
 * Whether a role is one of those that a server is set to. A role's name is unique in its account, whatever its path
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html).
 */
export function isPinnedRole({ partition, accountId, role }: NamedRole, pinnedArns: readonly string[]): boolean {
  return pinnedArns.some((arn) => {
    const [, ofPartition, ofAccount, name] = ROLE_ARN.exec(arn) ?? [];
    return ofPartition === partition && ofAccount === accountId && name === role;
  });
}
