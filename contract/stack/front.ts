// What CloudFront and the service have agreed on, where a stage has a public domain: lib/ sets it, lambdas/ reads it.

/** Proves to the service that a request comes from its own CloudFront. CloudFront writes over what a client sends under this name. */
export const FRONT_SECRET_HEADER = 'x-cps-front-secret';

/** The client's address, as CloudFront saw it. Without the proof, anybody may have written it. */
export const CLIENT_ADDRESS_HEADER = 'x-cps-client-address';

/** The firewall counts an address's requests over so long. */
export const FIREWALL_WINDOW_SECONDS = 300;

/** What the authorizer hands on with a request that it lets in, in `requestContext.authorizer.lambda`: no client can write there. */
export const FRONT_CONTEXT = { cameThrough: 'front' } as const;

/** The secret's name, the same in the stage's region and in that of CloudFront. */
export function frontSecretName(stage: string): string {
  return `cps-${stage}/front`;
}
