import { Stack } from 'aws-cdk-lib';
import { type IRuleTarget, Rule } from 'aws-cdk-lib/aws-events';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { SEALING_CONTEXT } from '../../contract/stack/environment.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import type { Stage } from '../stage/stage.schema.ts';
import {
  fromCloudTrail,
  includeReadOnlyCalls,
  KEY_CHANGE_CALLS,
  KEY_OPENING_CALLS,
  NOT_BY_CLOUDFORMATION,
  newRolesIn,
  ROLE_CHANGE_CALLS,
} from './watched-calls.ts';

export interface KeyWatchProps {
  stage: Stage;
  sealingKey: { keyId: string; breakGlass: IRole };
  /** Queue of break-glass reports. */
  reports: IQueue;
  openers: ServiceFunction[];
}

/**
 * Reports anybody else who opens private keys of domains, or makes that possible. The key's policy trusts roles by path: an
 * account administrator can create such a role, or change a function that has one.
 */
export class KeyWatch extends Construct {
  readonly #reports: IRuleTarget;

  constructor(scope: Construct, id: string, { stage, sealingKey, reports, openers }: KeyWatchProps) {
    super(scope, id);
    // By ARN only: CDK would name each rule in the policy of the queue, whose stack comes first. BreakGlassWatch allows the rules
    // by name.
    this.#reports = { bind: () => ({ arn: reports.queueArn }) };
    const { keyId, breakGlass } = sealingKey;
    this.#opened(keyId, openers);
    this.#keyChanged(keyId);
    this.#functionChanged(openers);
    this.#roleChanged(stage, [breakGlass.roleName, ...openers.map(roleNameOf)]);
  }

  /**
   * Includes refused calls, whose entries do not say what was to be opened. A function in another region can have the same name
   * and role, and so the same session; `credentialsIssuedTo` says which function got the credentials.
   */
  #opened(keyId: string, openers: ServiceFunction[]): void {
    const { partition, account } = Stack.of(this);
    const sessions = openers.map(
      (opener) => `arn:${partition}:sts::${account}:assumed-role/${roleNameOf(opener)}/${opener.lambda.functionName}`,
    );
    const ofADomain = { [SEALING_CONTEXT.domain]: [{ exists: true }] };
    const rule = this.#report('Opened', 'Somebody other than the service opened a private key of a domain, or tried to', 'kms', {
      eventName: KEY_OPENING_CALLS,
      resources: this.#inEachRegion(keyId),
      userIdentity: {
        $or: [
          { arn: [{ exists: false }, { 'anything-but': sessions }] },
          {
            inScopeOf: { credentialsIssuedTo: [{ 'anything-but': { prefix: openers.map(({ lambda }) => lambda.functionArn) } }] },
          },
        ],
      },
      $or: [
        { requestParameters: { encryptionContext: ofADomain } },
        { requestParameters: { sourceEncryptionContext: ofADomain } },
        { errorCode: [{ prefix: 'AccessDenied' }] },
      ],
    });
    includeReadOnlyCalls(rule);
  }

  /** A replica has the same key id. Its region forwards its events (ReplicaWatch). */
  #inEachRegion(keyId: string): object {
    const { partition, account } = Stack.of(this);
    return { ARN: [{ wildcard: `arn:${partition}:kms:*:${account}:key/${keyId}` }] };
  }

  /** Includes changes by a deployment, which has no reason to make any. */
  #keyChanged(keyId: string): void {
    this.#report('KeyChanged', 'Somebody changed who may use the key that seals private keys, or takes it away', 'kms', {
      eventName: KEY_CHANGE_CALLS,
      resources: this.#inEachRegion(keyId),
    });
  }

  #functionChanged(openers: ServiceFunction[]): void {
    this.#report('FunctionChanged', 'Somebody changed a function that opens private keys, other than by a deployment', 'lambda', {
      // CloudTrail's event names end in the API version: UpdateFunctionCode20150331v2.
      eventName: [{ prefix: 'UpdateFunctionCode' }, { prefix: 'UpdateFunctionConfiguration' }],
      // A call names the function by its name, its ARN or part of the ARN.
      requestParameters: { functionName: openers.map(({ lambda }) => ({ wildcard: `*${lambda.functionName}*` })) },
      userIdentity: NOT_BY_CLOUDFORMATION,
    });
  }

  /** IAM reports only in us-east-1. For a stage elsewhere, RoleWatch forwards its events. */
  #roleChanged(stage: Stage, roleNames: string[]): void {
    this.#report('RoleChanged', 'Somebody made or changed a role that may open private keys, other than by a deployment', 'iam', {
      userIdentity: NOT_BY_CLOUDFORMATION,
      $or: [newRolesIn(stage.name), { eventName: ROLE_CHANGE_CALLS, requestParameters: { roleName: roleNames } }],
    });
  }

  #report(id: string, description: string, service: string, detail: Record<string, unknown>): Rule {
    return new Rule(this, id, { description, eventPattern: fromCloudTrail(service, detail), targets: [this.#reports] });
  }
}

function roleNameOf({ lambda }: ServiceFunction): string {
  if (!lambda.role) throw new Error(`${lambda.node.path} has no role`);
  return lambda.role.roleName;
}
