import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Command } from 'commander';
import { base62 } from '../../lambdas/shared/ids/ids.gateway.ts';
import { addFrontSecret, forgetFrontSecret } from '../../lambdas/shared/secrets/front-secret.gateway.ts';
import type { Session } from './connect.ts';

const CHARACTERS = 64;

export function addFrontCommands(program: Command, session: Session): void {
  program
    .command('rotate-front-secret')
    .description('adds a version to the secret that CloudFront proves itself with, or forgets one')
    .option('--forget <version>', 'the version that CloudFront does not send any more')
    .addHelpText(
      'after',
      '\nThree steps, none of which interrupts anything: this command; publicDomain.secretVersion in the stage’s file, and a deployment; then --forget with the version of before.',
    )
    .action(async ({ forget }: { forget?: string }) => {
      const { frontSecretArn } = await session.connect();
      if (frontSecretArn === undefined) throw new Error('this stage is deployed without a publicDomain');
      const client = new SecretsManagerClient({});
      if (forget !== undefined) session.print({ accepted: await forgetFrontSecret(client, frontSecretArn, Number(forget)) });
      else session.print({ version: await addFrontSecret(client, frontSecretArn, base62(CHARACTERS)) });
    });
}
