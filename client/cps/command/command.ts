import type { Api, ConnectOptions, Mode } from '../api/connect.ts';
import type { GlobalOptions } from '../login/choose-login.ts';
import type { ExitCode } from '../terminal/failure.ts';
import type { Machine } from '../terminal/machine.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Input, Parameters } from './parameters.ts';

export interface Context {
  machine: Machine;
  terminal: Terminal;
  options: GlobalOptions;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** The site's API with this call's key. `mode`: required key mode. Throws without a login. */
  connect(mode?: Mode, options?: ConnectOptions): Promise<Api>;
}

/** A command's result. `json` is for `--json` and for agents, `text` for people. */
export interface Outcome {
  json: unknown;
  text: string;
  exit?: ExitCode;
}

/**
 * A command of `cps`, and a tool of `cps --mcp`. `read` changes nothing, locally or remotely; `write` does. A command for a
 * `person` asks questions or runs until it is stopped, so agents do not get it.
 */
export interface Command<Ps extends Parameters = Parameters> {
  name: string;
  says: string;
  about?: string;
  access: 'read' | 'write' | 'person';
  parameters: Ps;
  examples: readonly string[];
  /** Undefined: it has already printed its result. */
  run(context: Context, input: Input<Ps>): Promise<Outcome | undefined>;
}

/** Infers the parameters, so `run` knows their types. */
export function defineCommand<const Ps extends Parameters>(command: Command<Ps>): Command<Ps> {
  return command;
}
