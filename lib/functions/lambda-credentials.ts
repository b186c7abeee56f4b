/**
 * Replaces `@aws-sdk/credential-provider-node` in every bundle (bundle.ts). A Lambda's credentials are in its environment and
 * valid as long as it lives. The SDK's search in files, SSO and metadata services is 130 kB.
 */
export const defaultProvider = () => async () => ({
  accessKeyId: present('AWS_ACCESS_KEY_ID'),
  secretAccessKey: present('AWS_SECRET_ACCESS_KEY'),
  ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
});

function present(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: these credentials exist in a Lambda only`);
  return value;
}
