/**
 * Takes the place of `@aws-sdk/endpoint-cache` in every bundle (bundle.ts). The DynamoDB client makes one for endpoint
 * discovery, which is off unless asked for and nobody here asks for: 7 kB never used.
 */
export class EndpointCache {}
