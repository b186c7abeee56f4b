import { ArnFormat, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { AccountPrincipal, AnyPrincipal, Effect, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { SEALING_CONTEXT } from '../../contract/stack/environment.ts';
import { keyOpenerRolePath } from '../functions/service-role.ts';
import type { Stage } from '../stage/stage.schema.ts';

/** Condition: the request is about a domain's private key. */
const OF_A_DOMAIN = { Null: { [`kms:EncryptionContext:${SEALING_CONTEXT.domain}`]: 'false' } };
/** Decrypting, or resealing under a context that others may decrypt. */
const OPENING = ['kms:Decrypt', 'kms:ReEncryptFrom'];

/**
 * Seals private keys of domains, our ACME account keys and other secrets. It is not the table's key, so reading rows opens
 * nothing. Roles get rights by their own policies, but the key's policy denies everybody to open private keys of domains, except
 * the functions that deliver them and the break-glass role (docs/operate/private-keys.md).
 */
export class SealingKey extends Key {
  /** For people who must open a private key by hand: docs/operate/emergencies.md. */
  readonly breakGlass: Role;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, {
      description: 'Seals private keys before they are written to the table',
      enableKeyRotation: true,
      // A key cannot become multi-region later, and without replicas no other region can open what it seals.
      multiRegion: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.breakGlass = new Role(this, 'BreakGlass', {
      description: 'Opens private keys of domains by hand: each use is an alarm',
      assumedBy: new AccountPrincipal(this.stack.account).withConditions({ Bool: { 'aws:MultiFactorAuthPresent': 'true' } }),
      maxSessionDuration: Duration.hours(1),
    });
    this.breakGlass.addToPolicy(
      new PolicyStatement({ actions: ['kms:Decrypt'], resources: [this.keyArn], conditions: OF_A_DOMAIN }),
    );
    this.addToResourcePolicy(denyOpening(this.stack, stage, [this.breakGlass.roleArn]));
  }
}

function roleArn(stack: Stack, resourceName: string): string {
  const arnFormat = ArnFormat.SLASH_RESOURCE_NAME;
  return stack.formatArn({ service: 'iam', region: '', resource: 'role', resourceName, arnFormat });
}

/** Statement for the policy of the key or a replica: only roles below a path, and `others`, may open private keys of domains. */
export function denyOpening(stack: Stack, stage: Stage, others: readonly string[] = []): PolicyStatement {
  const openers = [roleArn(stack, `${keyOpenerRolePath(stage).slice(1)}*`), ...others];
  return new PolicyStatement({
    sid: 'PrivateKeysOfDomains',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: OPENING,
    resources: ['*'],
    conditions: { ...OF_A_DOMAIN, ArnNotLike: { 'aws:PrincipalArn': openers } },
  });
}
