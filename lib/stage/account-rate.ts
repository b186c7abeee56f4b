import type { Stage } from './stage.schema.ts';

/**
 * Regions where API Gateway allows an account 10,000 requests a second; elsewhere it is 2,500.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const LARGE_REGIONS = [
  ...['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2', 'ca-central-1', 'sa-east-1', 'me-south-1'],
  ...['eu-central-1', 'eu-north-1', 'eu-west-1', 'eu-west-2', 'eu-west-3'],
  ...['ap-east-1', 'ap-northeast-1', 'ap-northeast-2', 'ap-northeast-3', 'ap-south-1', 'ap-southeast-1', 'ap-southeast-2'],
];

/** API Gateway's limit for the stage's account and region, in requests a second. */
export function accountRate({ region = '', apiRequestsPerSecond }: Pick<Stage, 'region' | 'apiRequestsPerSecond'>): number {
  return apiRequestsPerSecond ?? (LARGE_REGIONS.includes(region) ? 10_000 : 2_500);
}
