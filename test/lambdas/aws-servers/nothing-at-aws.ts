import type { AwsPorts } from '../../../lambdas/model/servers/aws-installer.ts';

const never = async () => {
  throw new Error('nothing is to be done in an AWS account here');
};

/** For tests with agent servers only. */
export const NOTHING_AT_AWS: AwsPorts['aws'] = {
  work: { add: never },
  certificates: { markAnnounced: never },
  tenants: { markAnnounced: never, retire: never },
  newEventId: () => 'evt_none',
};
