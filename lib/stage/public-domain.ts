import type { Stage } from './stage.schema.ts';

/**
 * The region that manages CloudFront, its firewall and its certificates.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-and-https-requirements.html
 */
export const FRONT_REGION = 'us-east-1';

export type PublicDomain = NonNullable<Stage['publicDomain']>;

/**
 * The name under which CloudFront reaches API Gateway. Its `execute-api` address is disabled, so nobody can bypass CloudFront.
 */
export function originNameOf({ name, originName }: PublicDomain): string {
  return originName ?? `origin.${name}`;
}

/** True when the API answers only CloudFront: always, unless clients of the previous address are still migrating. */
export function isFrontOnly({ publicDomain }: Pick<Stage, 'publicDomain'>): boolean {
  return publicDomain !== undefined && publicDomain.directAccess !== 'allowed';
}
