import { ArnFormat, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { AccountPrincipal, AnyPrincipal, Effect, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { SEALING_CONTEXT } from '../../contract/stack/environment.ts';
import { stackNames } from '../../contract/stack/stack-outputs.ts';
import { pathOfOpeners } from '../functions/service-role.ts';
import type { Stage } from '../stage/stage.schema.ts';

/** Whose requests are about the private key of a domain. */
const OF_A_DOMAIN = { Null: { [`kms:EncryptionContext:${SEALING_CONTEXT.domain}`]: 'false' } };
/** What opens, and what seals anew under a context that somebody may open. */
const OPENING = ['kms:Decrypt', 'kms:ReEncryptFrom'];

/**
 * Seals customers' private keys and our ACME account key, apart from the table's own key: reading rows opens nothing. Who may use
 * it is said by the policies of roles; private keys of domains are opened by nobody but the openers and who breaks the glass,
 * whatever else an identity may.
 */
export class SealingKey extends Key {
  /** For people, when a private key must be opened by hand: docs/operate/emergencies.md. */
  readonly breakGlass: Role;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, {
      description: 'Seals private keys before they are written to the table',
      enableKeyRotation: true,
      // A key cannot become one later, and what it seals could then be opened in no other region.
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
    this.addToResourcePolicy(
      closedToOthers(this.stack, stage, [
        // For one release: the role that served agents in 0.1.0 had no path, and it serves them until its stack is updated.
        roleArn(this.stack, `${stackNames(stage.name).service}-AgentsEndpoint*`),
        this.breakGlass.roleArn,
      ]),
    );
  }
}

function roleArn(stack: Stack, resourceName: string): string {
  const arnFormat = ArnFormat.SLASH_RESOURCE_NAME;
  return stack.formatArn({ service: 'iam', region: '', resource: 'role', resourceName, arnFormat });
}

/** For the policy of the key, here or in another region: private keys are opened by the roles below a path, and by `others`. */
export function closedToOthers(stack: Stack, stage: Stage, others: readonly string[] = []): PolicyStatement {
  const openers = [roleArn(stack, `${pathOfOpeners(stage).slice(1)}*`), ...others];
  return new PolicyStatement({
    sid: 'PrivateKeysOfDomains',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: OPENING,
    resources: ['*'],
    conditions: { ...OF_A_DOMAIN, ArnNotLike: { 'aws:PrincipalArn': openers } },
  });
}
