import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface ManagementAnswer {
  status: number;
  type: string;
  body: string;
}
export type DnsManagement = (method: string, path: string, body?: string) => Promise<ManagementAnswer>;

const PATIENCE_MS = 5000;

/**
 * The management API of pebble-challtestsrv, which answers whoever asks. So it lies at a port that browsers open to no page (Fetch
 * Standard, port blocking), and neither does Node's `fetch`.
 */
export function dnsManagement(port: number): DnsManagement {
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, method, path, agent: false, timeout: PATIENCE_MS }, (response) => {
        const { statusCode: status = 0, headers } = response;
        const type = headers['content-type'] ?? 'text/plain';
        text(response).then((answer) => resolve({ status, type, body: answer }), reject);
      });
      asked.on('timeout', () => asked.destroy(new Error('the DNS server does not answer')));
      asked.on('error', reject);
      asked.end(body);
    });
}
