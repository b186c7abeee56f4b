import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EDGE_PATHS } from '../../../contract/paths.ts';
import { API_TIMEOUT } from '../../../lib/api/public-api.ts';
import { resourcesOf, synthesize } from '../synthesized.ts';
import { frontStage } from './front-stage.ts';

// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-origin-request-policies.html
const ALL_BUT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
// https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/using-managed-cache-policies.html
const NOTHING_KEPT = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

/**
 * Request headers that CloudFront removes or overwrites, whatever the policy.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/RequestAndResponseBehaviorCustomOrigin.html#request-custom-headers-behavior
 */
const NEVER_PASSES =
  /^(connection|expect|host|proxy-.+|te|trailer|upgrade|via|x-amz-cf-.+|x-amzn-.+|x-edge-.+|x-forwarded-proto|x-real-ip)$/;

/** Response headers that CloudFront removes. Same page, "HTTP response headers that CloudFront removes or replaces". */
const NEVER_COMES_BACK = /^(set-cookie|trailer|transfer-encoding|upgrade|via)$/;

interface Behavior {
  PathPattern?: string;
  AllowedMethods: string[];
  CachePolicyId: unknown;
  OriginRequestPolicyId: string;
  Compress: boolean;
  ViewerProtocolPolicy: string;
}

const { front } = synthesize(frontStage);
const [distribution] = Object.values(front ? resourcesOf(front, 'AWS::CloudFront::Distribution') : {});
const config = Object(distribution?.Properties.DistributionConfig);
const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));

/** CloudFront uses the first matching pattern, or else the default behavior. */
function behaviorFor(path: string): Behavior {
  const patterned: Behavior[] = config.CacheBehaviors;
  const fits = ({ PathPattern = '' }: Behavior) => new RegExp(`^${PathPattern.replaceAll('*', '.*')}$`).test(path);
  return patterned.find(fits) ?? config.DefaultCacheBehavior;
}

function* operations(): Generator<[method: string, path: string, parameters: { in: string; name: string }[]]> {
  for (const [path, item] of Object.entries<Record<string, Parameters>>(document.paths)) {
    for (const [method, { parameters = [] }] of Object.entries(item)) {
      if (!/^(get|post|put|patch|delete)$/.test(method)) continue;
      yield [method.toUpperCase(), `/api${path}`.replace('/api/api', '/api'), parameters.map(resolved)];
    }
  }
}

interface Parameters {
  parameters?: object[];
}

function resolved(parameter: object): { in: string; name: string } {
  const reference =
    String(Object(parameter).$ref ?? '')
      .split('/')
      .at(-1) ?? '';
  return reference === '' ? Object(parameter) : document.components.parameters[reference];
}

/** Every header that any code behind the API reads. */
function headersRead(): string[] {
  const sources = globSync('lambdas/{api,agent-api,shared/http}/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const names = sources.flatMap((text) =>
    [...text.matchAll(/\bheaders(?:\['([a-z-]+)'\]|\.([a-z]+)\b)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
  );
  return [...new Set(names)];
}

describe('through CloudFront', () => {
  it('every operation of the OpenAPI document passes, with its method, query and headers, and no answer is kept', () => {
    const seen = [...operations()];
    expect(seen.length).toBeGreaterThan(30);
    for (const [method, path, parameters] of seen) {
      const behavior = behaviorFor(path);
      expect(behavior.AllowedMethods).toContain(method);
      expect(behavior).toMatchObject({ CachePolicyId: NOTHING_KEPT, OriginRequestPolicyId: ALL_BUT_HOST });
      for (const { name } of parameters.filter((parameter) => parameter.in === 'header')) {
        expect(name.toLowerCase()).not.toMatch(NEVER_PASSES);
      }
    }
  });

  it('the keys of the OpenAPI document pass', () => {
    const schemes: { in?: string; name?: string }[] = Object.values(document.components.securitySchemes);
    const names = schemes.flatMap((scheme) => (scheme.in === 'header' ? (scheme.name ?? '').toLowerCase() : []));
    expect(names).toEqual(expect.arrayContaining(['x-api-key', 'x-api-key-id']));
    for (const name of names) expect(name).not.toMatch(NEVER_PASSES);
  });

  it('every header passes that the code behind it reads', () => {
    const names = headersRead();
    expect(names).toEqual(expect.arrayContaining(['authorization', 'idempotency-key', 'content-type', 'accept-encoding']));
    for (const name of names) expect(name).not.toMatch(NEVER_PASSES);
  });

  it('every header of an answer in the OpenAPI document comes back', () => {
    const names = Object.keys(document.components.headers);
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) expect(name.toLowerCase()).not.toMatch(NEVER_COMES_BACK);
  });

  it.each(Object.values(EDGE_PATHS))('agents and challenges get through: %s', (path) => {
    for (const below of [path, `${path}/token`]) {
      expect(behaviorFor(below)).toMatchObject({ CachePolicyId: NOTHING_KEPT, OriginRequestPolicyId: ALL_BUT_HOST });
      expect(behaviorFor(below).AllowedMethods).toEqual(expect.arrayContaining(['GET', 'POST']));
    }
  });

  it('only the parts of the reference page and the script of the widget are kept, for as long as they say, and errors never', () => {
    expect(config.CacheBehaviors.map(({ PathPattern }: Behavior) => PathPattern)).toEqual(['/docs/*', '/widget/*']);
    front?.hasResourceProperties('AWS::CloudFront::CachePolicy', { CachePolicyConfig: { MinTTL: 0, DefaultTTL: 0 } });
    const errors: { ErrorCode: number; ErrorCachingMinTTL: number; ResponsePagePath?: string }[] = config.CustomErrorResponses;
    expect(errors.map(({ ErrorCode }) => ErrorCode)).toEqual([400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]);
    for (const error of errors) expect(error).toEqual({ ErrorCode: error.ErrorCode, ErrorCachingMinTTL: 0 });
  });

  it('nothing goes in the clear: not from the client, and not to the API', () => {
    for (const behavior of [config.DefaultCacheBehavior, ...config.CacheBehaviors]) {
      expect(behavior).toMatchObject({ ViewerProtocolPolicy: 'https-only', Compress: false });
    }
    expect(config.ViewerCertificate.MinimumProtocolVersion).toMatch(/^TLSv1\.[23]_/);
    expect(config.Origins[0].CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
    });
  });

  it('an answer may take longer than API Gateway and the functions wait', () => {
    expect(config.Origins[0].CustomOriginConfig.OriginReadTimeout).toBeGreaterThan(API_TIMEOUT.toSeconds() + 2);
  });
});
