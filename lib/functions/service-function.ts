import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  type CfnFunction,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../contract/stack/environment.ts';
import { BUNDLE_CACHE_CONTEXT, isEmulated } from '../stage/emulator.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { bundledCode, type CompressedFiles } from './bundle.ts';
import { functionLogs } from './service-log-group.ts';
import { keyOpenerRolePath, ServiceRole } from './service-role.ts';

/** CPU grows with memory (1,769 MB are one core). At 512 MB a cold start with the SDK and zod stays under half a second. */
const MEMORY_MB = 512;

export interface ServiceFunctionProps {
  stage: Stage;
  /** From the repository's root: `lambdas/steps/dns/check-dns.lambda.ts`. */
  entry: string;
  description: string;
  timeout: Duration;
  /** Files beside the code, compressed with gzip. */
  compressedFiles?: CompressedFiles;
  /** Maximum concurrency; more invocations are throttled. Absent: the account's limit. */
  reservedConcurrency?: number | undefined;
  /**
   * The function sends to its own source queue and bounds the chain itself. Otherwise Lambda's recursion detection would end it.
   */
  sendsToOwnQueue?: boolean;
  /**
   * It connects to customers' servers or receivers, or queries name servers for their names. On a stage with fixed egress it
   * moves into the VPC.
   */
  reachesCustomers?: boolean;
  /** It opens private keys of domains, which the KMS key refuses to others. */
  opensPrivateKeys?: boolean;
  /** A fixed role name, for roles that others name. Absent: CloudFormation makes one up. */
  roleName?: string;
}

/** Alias of the current version, in Lambda and Step Functions. */
export const LIVE_ALIAS = 'live';

/** The only construct for Lambdas. Rights are granted in grants.ts; without grants a function may only write its log. */
export class ServiceFunction extends Construct {
  /** For grants and environment variables. Nobody invokes the unqualified function. */
  readonly lambda: LambdaFunction;
  /**
   * The alias that everybody invokes. An update changes a function's code first and its environment some seconds later. The alias
   * moves from one published version, with its own environment, to the next (docs/decisions/0022-versions-and-aliases.md).
   */
  readonly live: Alias & IFunction;
  readonly reachesCustomers: boolean;
  readonly opensPrivateKeys: boolean;
  readonly entry: string;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const {
      stage,
      entry,
      description,
      timeout,
      compressedFiles,
      reservedConcurrency,
      sendsToOwnQueue: feedsItself = false,
    } = props;
    this.entry = entry;
    this.reachesCustomers = props.reachesCustomers ?? false;
    this.opensPrivateKeys = props.opensPrivateKeys ?? false;
    const logGroup = functionLogs(this, stage);
    const role = new ServiceRole(this, 'Role', new ServicePrincipal('lambda.amazonaws.com'), {
      ...(props.opensPrivateKeys && { path: keyOpenerRolePath(stage) }),
      ...(props.roleName && { roleName: props.roleName }),
    });
    logGroup.grantWrite(role);
    this.lambda = new LambdaFunction(this, 'Function', {
      description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: bundledCode(entry, compressedFiles, scope.node.tryGetContext(BUNDLE_CACHE_CONTEXT)),
      handler: 'index.handler',
      memorySize: MEMORY_MB,
      timeout,
      role,
      logGroup,
      tracing: Tracing.DISABLED,
      recursiveLoop: feedsItself ? RecursiveLoop.ALLOW : RecursiveLoop.TERMINATE,
      environment: { [ENVIRONMENT.stage]: stage.name, [ENVIRONMENT.settings]: JSON.stringify(stage.settings) },
      ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
      // Versions are kept for a manual rollback: the functions are a few hundred kB, of 75 GB. A version in a VPC keeps its
      // network interfaces, so without its removal the VPC could never be deleted.
      // https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html
      currentVersionOptions: {
        removalPolicy: this.reachesCustomers && stage.fixedEgress ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
      },
    });
    const version = (isEmulated(stage) ? this.lambda.latestVersion : this.lambda.currentVersion) as IVersion;
    this.live = new Alias(this, 'Live', { aliasName: LIVE_ALIAS, version }) as Alias & IFunction;
  }

  /**
   * Lambda runs an asynchronous invocation (a schedule, an event) up to three times. `queue` gets those that failed each time.
   */
  sendFailuresTo({ queueArn }: IQueue): void {
    (this.lambda.node.defaultChild as CfnFunction).deadLetterConfig = { targetArn: queueArn };
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] }));
  }

  /** Sets the environment variable that the entry point reads under this name. */
  setVariable(name: keyof typeof ENVIRONMENT, value: string): void {
    this.lambda.addEnvironment(ENVIRONMENT[name], value);
  }
}
