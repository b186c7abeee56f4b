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
import { isEmulated, KEPT_BUNDLES } from '../stage/emulator.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { bundledCode, type CompressedFiles } from './bundle.ts';
import { functionLogs } from './service-log-group.ts';
import { pathOfOpeners, ServiceRole } from './service-role.ts';

/** CPU comes with memory (1,769 MB are one core): at 512 MB a cold start of the SDK and zod stays under half a second. */
const MEMORY_MB = 512;

export interface ServiceFunctionProps {
  stage: Stage;
  /** From the root of the repository: `lambdas/steps/dns/check-dns.lambda.ts`. */
  entry: string;
  description: string;
  timeout: Duration;
  /** Laid beside the code, compressed with gzip. */
  compressedFiles?: CompressedFiles;
  /** At most so many at once; more are throttled. Absent: what the account allows. */
  reservedConcurrency?: number | undefined;
  /** It sends to the queue that it reads, and bounds that itself. Else Lambda ends a chain of its invocations. */
  feedsItself?: boolean;
  /**
   * It connects to customers' servers or receivers, or asks name servers about their names: it moves where a stage has fixed
   * egress.
   */
  reachesCustomers?: boolean;
  /** It opens private keys of domains, which the key refuses to others. */
  opensPrivateKeys?: boolean;
  /** Where others name the role. Absent: CloudFormation makes up a name. */
  roleName?: string;
}

/** Lambda's and Step Functions' name for what is in use. */
export const LIVE = 'live';

/** The one way in which a Lambda exists here. What it may touch is said in grants.ts; by itself it may only write its log. */
export class ServiceFunction extends Construct {
  /** To be given rights and told things; nobody calls it under this name. */
  readonly lambda: LambdaFunction;
  /**
   * What everybody calls. An update of a function changes its code first and its environment some seconds later; the alias goes
   * from one published version, with its own environment, to the next (docs/decisions/0022-versions-and-aliases.md).
   */
  readonly live: Alias & IFunction;
  readonly reachesCustomers: boolean;
  readonly entry: string;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { stage, entry, description, timeout, compressedFiles, reservedConcurrency, feedsItself = false } = props;
    this.entry = entry;
    this.reachesCustomers = props.reachesCustomers ?? false;
    const logGroup = functionLogs(this, stage);
    const role = new ServiceRole(this, 'Role', new ServicePrincipal('lambda.amazonaws.com'), {
      ...(props.opensPrivateKeys && { path: pathOfOpeners(stage) }),
      ...(props.roleName && { roleName: props.roleName }),
    });
    logGroup.grantWrite(role);
    this.lambda = new LambdaFunction(this, 'Function', {
      description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: bundledCode(entry, compressedFiles, scope.node.tryGetContext(KEPT_BUNDLES)),
      handler: 'index.handler',
      memorySize: MEMORY_MB,
      timeout,
      role,
      logGroup,
      tracing: Tracing.DISABLED,
      recursiveLoop: feedsItself ? RecursiveLoop.ALLOW : RecursiveLoop.TERMINATE,
      environment: { [ENVIRONMENT.stage]: stage.name, [ENVIRONMENT.settings]: JSON.stringify(stage.settings) },
      ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
      // For a way back by hand: the functions are a few hundred kB, of 75 GB. But a version in a network keeps its interfaces,
      // and without their end the network could never go. https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html
      currentVersionOptions: {
        removalPolicy: this.reachesCustomers && stage.fixedEgress ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
      },
    });
    const version = (isEmulated(stage) ? this.lambda.latestVersion : this.lambda.currentVersion) as IVersion;
    this.live = new Alias(this, 'Live', { aliasName: LIVE, version }) as Alias & IFunction;
  }

  /** What nobody waits for (a schedule, an event) is run three times; `queue` gets what failed each time. */
  keepFailedRuns({ queueArn }: IQueue): void {
    (this.lambda.node.defaultChild as CfnFunction).deadLetterConfig = { targetArn: queueArn };
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queueArn] }));
  }

  /** Tells the Lambda something, under the name that its entry point reads. */
  tell(name: keyof typeof ENVIRONMENT, value: string): void {
    this.lambda.addEnvironment(ENVIRONMENT[name], value);
  }
}
