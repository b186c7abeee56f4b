import type { Command } from './command/command.ts';
import * as addDomains from './commands/add-domains.ts';
import * as awsServers from './commands/aws-servers.ts';
import { completion } from './commands/completion.ts';
import * as domains from './commands/domains.ts';
import { login, logout, whoami } from './commands/login-commands.ts';
import { open } from './commands/open.ts';
import * as servers from './commands/servers.ts';
import { trigger } from './commands/trigger.ts';
import { watch } from './commands/watch.ts';
import * as webhooks from './commands/webhooks.ts';
import { listen } from './listen/listen.ts';

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  login,
  logout,
  whoami,
  addDomains.add,
  domains.list,
  domains.show,
  domains.check,
  watch,
  domains.remove,
  domains.doctor,
  listen,
  trigger,
  open,
  servers.list,
  servers.show,
  servers.add,
  servers.edit,
  awsServers.awsAccess,
  awsServers.check,
  servers.token,
  servers.tokens,
  servers.revokeToken,
  webhooks.list,
  webhooks.add,
  webhooks.remove,
  webhooks.test,
  completion,
];

/** Help of first words that group other commands. */
export const GROUPS: Readonly<Record<string, string>> = {
  domains: 'the hostnames of your customers',
  servers: 'where certificates are installed',
  webhooks: 'who is told of events',
};
