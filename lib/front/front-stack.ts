import { CfnOutput, Duration, SecretValue, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import { CLIENT_ADDRESS_HEADER, FRONT_SECRET_HEADER, frontSecretName } from '../../contract/stack/environment.ts';
import { OUTPUTS } from '../../contract/stack/stack-outputs.ts';
import { sendAlarms } from '../alarms/alarm-topics.ts';
import { RoleWatch } from '../private-keys/forwarded-calls.ts';
import { FRONT_REGION, originNameOf, type PublicDomain } from '../stage/public-domain.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { DashboardSite } from './dashboard-site.ts';
import { Firewall } from './firewall.ts';
import { FrontAlarms } from './front-alarms.ts';
import { aliasRecord, certificateFor } from './names-in-zone.ts';

/**
 * Runs in CloudFront before each request: writes the client's address over whatever the client has sent under that name. AWS's
 * own header for it (CloudFront-Viewer-Address) cannot be added by a policy that leaves out Host, which API Gateway needs left
 * out. https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/example-function-add-true-client-ip-header.html
 */
export const CLIENT_ADDRESS_CODE = `function handler(event) {
  var request = event.request;
  request.headers['${CLIENT_ADDRESS_HEADER}'] = { value: event.viewer.ip };
  return request;
}
`;

const clientAddressCode = FunctionCode.fromInline(CLIENT_ADDRESS_CODE);

/**
 * Longer than API Gateway's 30 s: every answer is ours, or at least API Gateway's. CloudFront repeats only GET and HEAD when
 * nothing came.
 */
const ORIGIN_ANSWERS_IN = Duration.seconds(40);

/**
 * CloudFront keeps answers of these statuses for 10 s, whatever the cache policy says, and for most of them although the origin
 * says `no-store`: one caller's error would be another's.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html
 */
const KEPT_STATUSES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

export interface FrontStackProps extends StackProps {
  stage: Stage;
  publicDomain: PublicDomain;
}

/**
 * The public address of a stage: CloudFront with a firewall before the HTTP API, in a stack of its own, because both are
 * administered in us-east-1 wherever the stage is. It takes nothing from the other stacks but names that are known beforehand, so
 * nothing has to be carried between regions.
 */
export class FrontStack extends Stack {
  constructor(scope: Construct, id: string, props: FrontStackProps) {
    super(scope, id, props);
    const { publicDomain, stage } = props;
    const distribution = this.#distribution(props);
    this.#publish(distribution, publicDomain);
    if (stage.region !== undefined && stage.region !== FRONT_REGION)
      new RoleWatch(this, 'RoleWatch', { stageName: stage.name, region: stage.region });
    new FrontAlarms(this, 'FrontAlarms', distribution);
    sendAlarms(this, stage);
    new CfnOutput(this, OUTPUTS.frontTarget, {
      value: distribution.distributionDomainName,
      description: `${publicDomain.name} leads there`,
    });
  }

  #distribution({ stage, publicDomain }: FrontStackProps): Distribution {
    const { name, hostedZoneId, certificateArn } = publicDomain;
    const uncached = this.#behavior(this.#origin(stage.name, publicDomain));
    const cachePolicy = this.#pagesPolicy();
    const kept = { ...uncached, cachePolicy };
    const dashboard = stage.signIn ? new DashboardSite(this, 'Dashboard', cachePolicy).behaviors : {};
    const distribution = new Distribution(this, 'Distribution', {
      comment: `certificates-${stage.name}`,
      domainNames: [name],
      certificate: certificateFor(this, { name, hostedZoneId, certificateArn }),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: new Firewall(this, 'Firewall', this.stackName, publicDomain).arn,
      errorResponses: KEPT_STATUSES.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: uncached,
      additionalBehaviors: { '/docs/*': kept, '/widget/*': kept, ...dashboard },
    });
    Validations.of(distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Integrators, servers and CAs may be in any country.' },
      {
        id: 'AwsSolutions-CFR3',
        reason: 'API Gateway and the functions log each request, without the queries and cookies that such a log would hold.',
      },
      {
        id: '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
        reason: 'No address leads to the root of the bucket, where S3 lists: those below /dashboard only, and without queries.',
      },
    );
    return distribution;
  }

  /**
   * Every method, header, cookie and query reaches the API as it was sent, but for Host; nothing is kept, compressed or rewritten
   * on the way back.
   */
  #behavior(origin: IOrigin): BehaviorOptions {
    const clientAddress = new EdgeFunction(this, 'ClientAddress', { code: clientAddressCode, runtime: FunctionRuntime.JS_2_0 });
    return {
      origin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      // Not redirected: a key that was sent in the clear must be seen to fail.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      compress: false,
      functionAssociations: [{ function: clientAddress, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }

  /**
   * The parts of the reference page, the widget's script and the dashboard, for as long as they say themselves
   * (reference/serve-reference.ts), by the encoding that the browser takes.
   */
  #pagesPolicy(): CachePolicy {
    return new CachePolicy(this, 'Pages', {
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      enableAcceptEncodingGzip: true,
      // A tenth less than gzip, of the dashboard's files, which CloudFront compresses.
      enableAcceptEncodingBrotli: true,
    });
  }

  #origin(stageName: string, publicDomain: PublicDomain): HttpOrigin {
    const jsonField = String(publicDomain.secretVersion ?? 1);
    // By name: the copy of the secret in this region. CloudFormation puts the value in; the template has the reference only.
    const secret = SecretValue.secretsManager(frontSecretName(stageName), { jsonField });
    return new HttpOrigin(originNameOf(publicDomain), {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      readTimeout: ORIGIN_ANSWERS_IN,
      customHeaders: { [FRONT_SECRET_HEADER]: secret.unsafeUnwrap() },
    });
  }

  #publish({ distributionDomainName }: Distribution, { name, hostedZoneId }: PublicDomain): void {
    if (hostedZoneId === undefined) return;
    const aliasTarget = { dnsName: distributionDomainName, hostedZoneId: CloudFrontTarget.getHostedZoneId(this) };
    for (const type of ['A', 'AAAA']) aliasRecord(this, `Record${type}`, { name, type, hostedZoneId, aliasTarget });
  }
}
