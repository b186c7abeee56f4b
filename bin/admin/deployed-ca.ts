import { readDeployedSettings } from '../../lambdas/shared/aws/deployed-settings.gateway.ts';
import type { Session } from './connect.ts';

/** The deployed stage, and how its functions reach the CA. */
export async function deployedCa(session: Session) {
  const { caFunctionName, ...connected } = await session.connect();
  if (caFunctionName === undefined)
    throw new Error('the deployed stacks do not say how they reach the CA; deploy this version first');
  return { ...connected, ...(await readDeployedSettings(caFunctionName)) };
}
