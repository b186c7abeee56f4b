import type { Api, ConnectOptions, Mode } from '../api/connect.ts';
import type { GlobalOptions } from '../login/choose-login.ts';
import type { ExitCode } from '../terminal/failure.ts';
import type { Machine } from '../terminal/machine.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Input, Parameters } from './parameters.ts';

/** What a command works with. */
export interface Context {
  machine: Machine;
  terminal: Terminal;
  options: GlobalOptions;
  /** Ctrl-C. */
  signal: AbortSignal;
  /** The API of the site, with the key of this call; `mode` where only one will do. Throws where there is no login. */
  connect(mode?: Mode, options?: ConnectOptions): Promise<Api>;
}

/** What a command found. `json` is printed for `--json` and answered to agents, `text` is for people. */
export interface Outcome {
  json: unknown;
  text: string;
  exit?: ExitCode;
}

/**
 * A command of `cps`, which is also a tool of `cps --mcp`. `read` changes nothing, neither here nor there; `write` does; one for
 * a `person` asks, or goes on until it is stopped, and agents do not get it.
 */
export interface Command<Ps extends Parameters = Parameters> {
  name: string;
  says: string;
  /** More lines of its help. */
  about?: string;
  access: 'read' | 'write' | 'person';
  parameters: Ps;
  examples: readonly string[];
  /** Undefined: it has printed what there was to print. */
  run(context: Context, input: Input<Ps>): Promise<Outcome | undefined>;
}

/** Infers the parameters, so that `run` knows the type of each. */
export function defineCommand<const Ps extends Parameters>(command: Command<Ps>): Command<Ps> {
  return command;
}
