import type { Stage } from './stage.schema.ts';

/**
 * Where CloudFront, its firewall and its certificates are administered.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cnames-and-https-requirements.html
 */
export const FRONT_REGION = 'us-east-1';

export type PublicDomain = NonNullable<Stage['publicDomain']>;

/**
 * The name at which CloudFront reaches API Gateway. Its own address (`execute-api`) is switched off, so that there is no way
 * round.
 */
export function originNameOf({ name, originName }: PublicDomain): string {
  return originName ?? `origin.${name}`;
}

/** Whether only CloudFront gets an answer: always, unless clients that know the address of before are still moving. */
export function isFrontOnly({ publicDomain }: Pick<Stage, 'publicDomain'>): boolean {
  return publicDomain !== undefined && publicDomain.directAccess !== 'allowed';
}
