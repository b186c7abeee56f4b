/**
 * Replaces `@aws-sdk/endpoint-cache` in every bundle (bundle.ts). The DynamoDB client creates one for endpoint discovery, which
 * is off by default and never enabled here: 7 kB never used.
 */
export class EndpointCache {}
