import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  type HeadersReferrerPolicy,
  type ICachePolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import pageHeaders from '../../contract/page-headers.json' with { type: 'json' };
import { DASHBOARD_PATHS } from '../../contract/paths.ts';
import { generatedAsset, PROJECT_ROOT } from '../functions/bundle.ts';
import { ServiceRole } from '../functions/service-role.ts';

const PROGRAM = 'web/dashboard/build.ts';
const PAGE = 'index.html';
/** Folder in the bucket, chosen so that an asset's path is its key. */
const FOLDER = DASHBOARD_PATHS.home.slice(1, -1);

/**
 * CloudFront function for every request except assets. All dashboard paths serve the single page, which reads the path in the
 * browser.
 */
export const PAGE_CODE = `function handler(event) {
  var request = event.request;
  request.uri = '${DASHBOARD_PATHS.home}${PAGE}';
  return request;
}
`;

/**
 * The dashboard: files in a bucket that only this distribution reads. The bucket is in CloudFront's region, and the next
 * deployment can fill it again.
 */
export class DashboardSite extends Construct {
  /** By CloudFront path pattern. The first match applies. */
  readonly behaviors: Record<string, BehaviorOptions>;

  constructor(scope: Construct, id: string, cachePolicy: ICachePolicy) {
    super(scope, id);
    const bucket = new Bucket(this, 'Files', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    }) as Bucket & IBucket;
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'One reader (CloudFront) and one writer (deployments): what is in it is the same for everybody, and public.',
    });
    this.#upload(bucket);
    const file: BehaviorOptions = {
      // Without the right to list, S3 answers 403 instead of 404 for a missing file.
      origin: S3BucketOrigin.withOriginAccessControl(bucket, { originAccessLevels: [AccessLevel.READ, AccessLevel.LIST] }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy,
      responseHeadersPolicy: headersPolicy(this),
      // The files are public: they contain no secret whose length compression could reveal.
      compress: true,
    };
    const toPage = new EdgeFunction(this, 'ToPage', {
      code: FunctionCode.fromInline(PAGE_CODE),
      runtime: FunctionRuntime.JS_2_0,
    });
    const page = { ...file, functionAssociations: [{ function: toPage, eventType: FunctionEventType.VIEWER_REQUEST }] };
    const { assets, home } = DASHBOARD_PATHS;
    this.behaviors = { [`${assets}*`]: file, [`${home}*`]: page, [home.slice(0, -1)]: page };
  }

  /**
   * Uploads the assets first and then the page, so that the page never refers to a missing file. Assets of earlier builds remain,
   * because a page opened earlier still loads parts of them.
   */
  #upload(bucket: IBucket): void {
    const build = builtDashboard(this);
    const logGroup = new LogGroup(this, 'UploadLogs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const common = {
      sources: [Source.bucket(build.bucket, build.s3ObjectKey)],
      destinationBucket: bucket,
      destinationKeyPrefix: FOLDER,
      prune: false,
      logGroup,
      // CDK's own role would have more rights on every object of both buckets.
      role: uploadRole(this, { from: build.bucket, to: bucket, logGroup }).withoutPolicyUpdates(),
    };
    const upload = (id: string, include: string, cacheControl: CacheControl) =>
      new BucketDeployment(this, id, { ...common, exclude: ['*'], include: [include], cacheControl: [cacheControl] });
    const assets = upload('Assets', 'assets/*', CacheControl.fromString('public, max-age=31536000, immutable'));
    upload('Page', PAGE, CacheControl.noCache()).node.addDependency(assets);
    const uploader = Stack.of(this).node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
    Validations.of(uploader ?? this).acknowledge({
      id: 'AwsSolutions-L1',
      reason: 'It is the function of the CDK, which raises its runtime.',
    });
  }
}

interface Upload {
  from: IBucket;
  to: IBucket;
  logGroup: LogGroup;
}

function uploadRole(scope: Construct, { from, to, logGroup }: Upload): ServiceRole {
  const role = new ServiceRole(scope, 'UploadRole', new ServicePrincipal('lambda.amazonaws.com'));
  const allow = (actions: string[], resource: string) =>
    role.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [resource] }));
  allow(['s3:GetObject'], from.arnForObjects('*'));
  allow(['s3:PutObject'], to.arnForObjects(`${FOLDER}/*`));
  // For the comparison with the existing files.
  allow(['s3:ListBucket'], to.bucketArn);
  logGroup.grantWrite(role);
  Validations.of(role).acknowledge(
    {
      id: `AwsSolutions-IAM5[Resource::arn:aws:s3:::${asNagSeesIt(scope, from.bucketName)}/*]`,
      reason: 'Each build has another key in the bucket of the CDK, and a right to that one alone may arrive after it is used.',
    },
    {
      id: `AwsSolutions-IAM5[Resource::${asNagSeesIt(scope, to.bucketArn)}/${FOLDER}/*]`,
      reason: 'Vite names what it writes, by its content.',
    },
  );
  return role;
}

/** The value with `<…>` for what only CloudFormation knows: the bucket's name, and the account unless the stage names it. */
function asNagSeesIt(scope: Construct, value: string): string {
  const resolved = Stack.of(scope).resolve(value);
  if (typeof resolved === 'string') return resolved;
  const { 'Fn::Sub': text = '', 'Fn::GetAtt': attribute = [] } = resolved as { 'Fn::Sub'?: string; 'Fn::GetAtt'?: string[] };
  return text.replaceAll(/\$\{(.+?)\}/g, '<$1>') || `<${attribute.join('.')}>`;
}

/** Built in a separate process, because lib/ imports nothing of web/. */
function builtDashboard(scope: Construct): Asset {
  const build = (folder: string) => execFileSync(process.execPath, [join(PROJECT_ROOT, PROGRAM), folder]);
  return new Asset(scope, 'Build', { path: PROJECT_ROOT, ...generatedAsset(PROGRAM, build) });
}

/** The headers of every browser page. CloudFront takes some of them only in dedicated fields. */
function headersPolicy(scope: Construct): ResponseHeadersPolicy {
  const {
    'content-security-policy': policy,
    'x-content-type-options': _nosniff,
    'strict-transport-security': transportSecurity,
    'referrer-policy': referrerPolicy,
    ...others
  } = pageHeaders;
  const override = true;
  const directives = Object.entries(policy).map(([name, value]) => `${name} ${value}`);
  const maxAge = Number(/^max-age=(\d+)$/.exec(transportSecurity)?.[1]);
  return new ResponseHeadersPolicy(scope, 'Headers', {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: directives.join('; '), override },
      contentTypeOptions: { override },
      strictTransportSecurity: { accessControlMaxAge: Duration.seconds(maxAge), override },
      referrerPolicy: { referrerPolicy: referrerPolicy as HeadersReferrerPolicy, override },
    },
    customHeadersBehavior: {
      customHeaders: Object.entries(others).map(([header, value]) => ({ header, value, override })),
    },
  });
}
