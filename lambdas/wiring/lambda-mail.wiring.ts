import { ENVIRONMENT } from '../../contract/stack/environment.ts';
import type { Settings } from '../../contract/stack/settings.schema.ts';
import { type SendMail, sendsMail } from '../shared/aws/mail.gateway.ts';

/** Undefined if the stage sends no mail. */
export function openLambdaMail({ mail }: Settings, environment: NodeJS.ProcessEnv): SendMail | undefined {
  return mail && sendsMail(mail.from, environment[ENVIRONMENT.mailConfigurationSet]);
}
