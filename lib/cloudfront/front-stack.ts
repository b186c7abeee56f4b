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
 * CloudFront function for every request: overwrites whatever the client sent under that name with its address. AWS's own header
 * (CloudFront-Viewer-Address) cannot be added by a policy that omits Host, and API Gateway needs Host omitted.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/example-function-add-true-client-ip-header.html
 */
export const CLIENT_ADDRESS_CODE = `function handler(event) {
  var request = event.request;
  request.headers['${CLIENT_ADDRESS_HEADER}'] = { value: event.viewer.ip };
  return request;
}
`;

const clientAddressCode = FunctionCode.fromInline(CLIENT_ADDRESS_CODE);

/**
 * Longer than API Gateway's 30 s, so every answer is ours or at least API Gateway's. CloudFront retries only GET and HEAD that
 * got no answer.
 */
const ORIGIN_ANSWERS_IN = Duration.seconds(40);

/**
 * CloudFront caches answers with these statuses for 10 s, whatever the cache policy says, and most of them despite `no-store`:
 * one caller would get another's error.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html
 */
const KEPT_STATUSES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

export interface FrontStackProps extends StackProps {
  stage: Stage;
  publicDomain: PublicDomain;
}

/**
 * A stage's public domain: CloudFront with a firewall in front of the HTTP API. It has a stack of its own, because both are
 * managed in us-east-1 wherever the stage is. It uses only names of the other stacks that are known in advance, so it needs no
 * cross-region references.
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
   * Every method, header, cookie and query except Host reaches the API unchanged. Answers are not cached, compressed or
   * rewritten.
   */
  #behavior(origin: IOrigin): BehaviorOptions {
    const clientAddress = new EdgeFunction(this, 'ClientAddress', { code: clientAddressCode, runtime: FunctionRuntime.JS_2_0 });
    return {
      origin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      // Not redirected: a key sent without TLS must visibly fail.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      compress: false,
      functionAssociations: [{ function: clientAddress, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }

  /**
   * Caches the files of the reference, the widget and the dashboard, by the browser's encoding and for as long as their own
   * headers say (reference/serve-reference.ts).
   */
  #pagesPolicy(): CachePolicy {
    return new CachePolicy(this, 'Pages', {
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      enableAcceptEncodingGzip: true,
      // Brotli makes the dashboard's files, which CloudFront compresses, a tenth smaller than gzip.
      enableAcceptEncodingBrotli: true,
    });
  }

  #origin(stageName: string, publicDomain: PublicDomain): HttpOrigin {
    const jsonField = String(publicDomain.secretVersion ?? 1);
    // By name: the secret's replica in this region. CloudFormation inserts the value; the template contains only a reference.
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
