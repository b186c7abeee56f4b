import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fromEnv } from '@aws-sdk/credential-provider-env';
import { fromHttp } from '@aws-sdk/credential-provider-http';
import { fromInstanceMetadata } from '@smithy/credential-provider-imds';
import { SignatureV4 } from '@smithy/signature-v4';
import { IDENTITY_HEADER } from '../../contract/http/identity-header.ts';
import { reasonOf } from '../shared/reason.ts';

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

const TIMEOUT_MS = 5_000;
/** The longest validity that the service accepts. */
const VALID_SECONDS = 300;

/**
 * A presigned `sts:GetCallerIdentity` with this machine's own AWS credentials, with the header signed too. Needs no permission.
 * Throws with the remedy.
 */
export async function presignIdentity(header: string): Promise<string> {
  const [credentials, region] = [await ownCredentials(), await ownRegion()];
  const { protocol, hostname, port, host, origin } = stsOf(region);
  const signer = new SignatureV4({ service: 'sts', region, credentials, sha256: Sha256 });
  const query = { Action: 'GetCallerIdentity', Version: '2011-06-15' };
  const place = { protocol, hostname, path: '/', ...(port && { port: Number(port) }) };
  const request = { method: 'GET', ...place, query, headers: { host, [IDENTITY_HEADER]: header } };
  const signed = await signer.presign(request, { expiresIn: VALID_SECONDS });
  const pairs = Object.entries(signed.query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${origin}/?${pairs.join('&')}`;
}

/** This machine's AWS identity, for display; undefined when STS does not answer. */
export async function describeAwsIdentity(url: string, header: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { headers: { [IDENTITY_HEADER]: header }, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return /<Arn>([^<]{1,2048})<\/Arn>/.exec(await response.text())?.[1];
  } catch {
    return undefined;
  }
}

/** AWS's endpoint, or the one that the SDK would also use. */
function stsOf(region: string): URL {
  const { AWS_ENDPOINT_URL_STS, AWS_ENDPOINT_URL } = process.env;
  const ofRegion = `https://sts.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return new URL(AWS_ENDPOINT_URL_STS || AWS_ENDPOINT_URL || ofRegion);
}

/** Credential sources in the order of AWS's SDKs, without those of people: profiles and single sign-on. */
async function ownCredentials(): Promise<Credentials> {
  const { env } = process;
  try {
    if (env.AWS_ACCESS_KEY_ID) return await fromEnv()();
    if (env.AWS_WEB_IDENTITY_TOKEN_FILE && env.AWS_ROLE_ARN)
      return await byWebIdentity(env.AWS_WEB_IDENTITY_TOKEN_FILE, env.AWS_ROLE_ARN);
    if (env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI || env.AWS_CONTAINER_CREDENTIALS_FULL_URI) return await fromHttp()();
    return await fromInstanceMetadata({ timeout: TIMEOUT_MS, maxRetries: 3 })();
  } catch (error) {
    throw new Error(`this machine has no AWS credentials of a role: give its instance, task or pod one (${reasonOf(error)})`, {
      cause: error,
    });
  }
}

/** For an EKS pod whose service account has a role (IRSA). The token is the proof, so the request is unsigned. */
async function byWebIdentity(tokenFile: string, roleArn: string): Promise<Credentials> {
  const body = new URLSearchParams({
    ...{ Action: 'AssumeRoleWithWebIdentity', Version: '2011-06-15', RoleArn: roleArn },
    ...{ RoleSessionName: process.env.AWS_ROLE_SESSION_NAME || 'cps-agent', DurationSeconds: '900' },
    WebIdentityToken: (await readFile(tokenFile, 'utf8')).trim(),
  });
  const response = await fetch(stsOf(await ownRegion()), { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await response.text();
  const textOf = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1];
  const [accessKeyId, secretAccessKey, sessionToken] = ['AccessKeyId', 'SecretAccessKey', 'SessionToken'].map(textOf);
  if (!response.ok || accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error(`STS does not give ${roleArn}: HTTP ${response.status} ${textOf('Message') ?? ''}`.trim());
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

async function ownRegion(): Promise<string> {
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  const region = AWS_REGION || AWS_DEFAULT_REGION || (await instanceRegion().catch(() => ''));
  if (/^[a-z]{2}(-[a-z]+)+-\d$/.test(region)) return region;
  throw new Error('the AWS region of this machine is not known: set AWS_REGION');
}

/** Uses IMDSv2: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-service.html */
async function instanceRegion(): Promise<string> {
  const metadata = process.env.AWS_EC2_METADATA_SERVICE_ENDPOINT || 'http://169.254.169.254';
  const ask = async (method: string, path: string, headers: Record<string, string>) =>
    (await fetch(new URL(path, metadata), { method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })).text();
  const token = await ask('PUT', '/latest/api/token', { 'x-aws-ec2-metadata-token-ttl-seconds': '60' });
  return ask('GET', '/latest/meta-data/placement/region', { 'x-aws-ec2-metadata-token': token });
}

/** The signer's hash interface. With a secret it is an HMAC. */
class Sha256 {
  #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', Buffer.from(secret as Uint8Array));
  }
  update(data: Uint8Array): void {
    this.#hash.update(data);
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {}
}
