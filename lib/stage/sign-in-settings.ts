import { isEmulated } from './emulator.ts';
import type { Stage } from './stage.schema.ts';

/** Checks that the identity provider's settings are complete. Each fault is a line: its field, and what to do. */
export function signInFaults(stage: Stage): string[] {
  const { signIn, settings, publicDomain } = stage;
  if (!signIn) return [];
  const { issuer, clientId, clientSecretArn, cognitoPrefix } = signIn;
  if (cognitoPrefix !== undefined) {
    const others = { issuer, clientId, clientSecretArn };
    const faults = Object.entries(others).flatMap(([field, value]) =>
      value === undefined
        ? []
        : [`signIn.${field}: is of another provider than the pool of signIn.cognitoPrefix; keep one of them`],
    );
    return settings.siteUrl === undefined
      ? [...faults, 'settings.siteUrl: is needed with signIn.cognitoPrefix: the pool leads people back there']
      : faults;
  }
  if (issuer === undefined) return ['signIn.issuer: name the OpenID provider, or a signIn.cognitoPrefix in its place'];
  if (issuer.startsWith('http:') && !isEmulated(stage))
    return ["signIn.issuer: must be https://; only on a developer's machine may tokens go over http"];
  if (publicDomain && settings.siteUrl === undefined)
    return ['settings.siteUrl: is needed with signIn and publicDomain: the provider leads people back there'];
  return clientId === undefined ? ['signIn.clientId: is needed with signIn.issuer'] : [];
}
