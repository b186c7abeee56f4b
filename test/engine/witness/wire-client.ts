import { Agent, request } from 'node:http';
import { REGION } from '../../../local/machine/environment.ts';

export interface WireAnswer {
  /** The error's name, if it failed. */
  error?: string;
  body: Record<string, unknown>;
}
export type WireClient = (action: string, input: object) => Promise<WireAnswer>;

/** DynamoDB Local verifies no signature, but chooses the database by the access key. */
const AUTHORIZATION = `AWS4-HMAC-SHA256 Credential=test/20260101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=none`;

/** Sends requests to DynamoDB Local as they are, without the validation of the SDK. */
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
