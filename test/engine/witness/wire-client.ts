import { Agent, request } from 'node:http';
import { REGION } from '../../../local/machine/environment.ts';

export interface WireAnswer {
  /** The name of the error, if it is one. */
  error?: string;
  body: Record<string, unknown>;
}
export type WireClient = (action: string, input: object) => Promise<WireAnswer>;

/** DynamoDB Local checks no signature, but takes the database from the key's name. */
const AUTHORIZATION = `AWS4-HMAC-SHA256 Credential=test/20260101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=none`;

/** Speaks to DynamoDB Local as things go over the wire: what the SDK would check or mend is sent as it is. */
export function wireClient(endpoint: string): WireClient {
  const agent = new Agent({ keepAlive: true });
  return (action, input) =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${action}`,
        authorization: AUTHORIZATION,
      };
      const sent = request(endpoint, { method: 'POST', agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
          const error = response.statusCode === 200 ? undefined : String(body.__type).split('#').at(-1);
          resolve({ body, ...(error && { error }) });
        });
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(input));
    });
}
