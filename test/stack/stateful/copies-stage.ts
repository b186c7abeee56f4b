import type { Stage } from '../../../lib/stage/stage.schema.ts';

export const VAULT_ARN = 'arn:aws:backup:eu-west-1:999988887777:backup-vault:certificates';
export const SEALING_KEY_ARN = `arn:aws:kms:eu-central-1:555566667777:key/mrk-${'0f'.repeat(16)}`;

/** Settings of a stage with copies of the table and the sealing key in another region. */
export const copiesElsewhere: Pick<Stage, 'backup' | 'keyReplica'> = {
  backup: { vaultArn: VAULT_ARN },
  keyReplica: { region: 'eu-west-1', primaryKeyArn: SEALING_KEY_ARN },
};
