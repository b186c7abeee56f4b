import { jsonEscapingInvisible } from '../../contract/invisible.ts';
import { connectTo } from './api/connect.ts';
import type { Context, Outcome } from './command/command.ts';
import { readInput } from './command/parameters.ts';
import { completionCandidates } from './complete.ts';
import type { GlobalOptions } from './login/choose-login.ts';
import { chooseLogin } from './login/choose-login.ts';
import { createProgram, globalOptions, isHelp, isMisuse, withDefaultVerb } from './program.ts';
import { EXIT, type ExitCode, Failure, Interrupted, usageFailure } from './terminal/failure.ts';
import type { Machine } from './terminal/machine.ts';
import { createTerminal, type Terminal } from './terminal/terminal.ts';
import { toSafeText } from './terminal/text.ts';

/** Runs `cps` with its arguments and returns the exit code. Never throws. */
export async function run(words: readonly string[], machine: Machine): Promise<ExitCode> {
  let exit: ExitCode = EXIT.done;
  const program = createProgram(
    async (command, given) => {
      const context = contextOf(globalOptions(program.opts()), machine);
      const outcome = await command.run(context, readInput(command.parameters, given));
      exit = outcome ? finish(outcome, context.terminal) : EXIT.done;
    },
    (text) => machine.stdout.write(text),
    (text) => words.includes('--json') || machine.stderr.write(text),
  );
  try {
    if (words[0] === 'complete') machine.stdout.write(`${completionCandidates(program, words.slice(1)).join('\n')}\n`);
    else if (words.includes('--mcp')) {
      program.parseOptions([...words]);
      const { serveAgents } = await import('./mcp.ts');
      await serveAgents(contextOf(globalOptions(program.opts()), machine), program.opts().allowWrites === true);
    } else await program.parseAsync(withDefaultVerb(program, words), { from: 'user' });
    return machine.signal.aborted ? EXIT.interrupted : exit;
  } catch (error) {
    return tellProblem(error, createTerminal(machine, words.includes('--json')), machine);
  }
}

function contextOf(options: GlobalOptions, machine: Machine): Context {
  const terminal = createTerminal(machine, options.json);
  return {
    machine,
    terminal,
    options,
    signal: machine.signal,
    connect: async (mode, how) => connectTo(chooseLogin(options, machine, mode), machine, terminal, how),
  };
}

function finish({ json, text, exit = EXIT.done }: Outcome, terminal: Terminal): ExitCode {
  if (terminal.isJson) terminal.printJson(json);
  else terminal.print(text);
  return exit;
}

function tellProblem(error: unknown, terminal: Terminal, machine: Machine): ExitCode {
  if (isHelp(error)) return EXIT.done;
  if (isMisuse(error)) {
    // Without --json, commander has already printed it.
    const fix = 'cps --help, or --help behind the command';
    if (terminal.isJson) tellFailure(usageFailure(error.message.replace(/^error: /, ''), fix), terminal);
    return EXIT.usage;
  }
  if (error instanceof Interrupted || machine.signal.aborted) {
    const fix = 'Repeat the command.';
    if (terminal.isJson) tellFailure(new Failure(EXIT.interrupted, 'Ended by Ctrl-C.', { fix }), terminal);
    else terminal.note('Ended.');
    return EXIT.interrupted;
  }
  const failure = error instanceof Failure ? error : ownMistake(error);
  tellFailure(failure, terminal);
  return failure.exit;
}

function ownMistake(error: unknown): Failure {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Failure(EXIT.broken, `a mistake of cps itself: ${what}`, {
    actor: 'whoever maintains cps',
    fix: 'Report it, with the line above and the command.',
  });
}

function tellFailure(failure: Failure, terminal: Terminal): void {
  terminal.note(terminal.isJson ? jsonEscapingInvisible(problemJson(failure)) : problemText(failure));
}

function problemJson({ message, actor, fix, problem }: Failure): object {
  const { code, status, requestId, details } = problem ?? {};
  return {
    error: { ...(code && { code, status }), message, who_acts: actor, fix, ...(requestId && { request_id: requestId }), details },
  };
}

function problemText({ message, actor, fix, problem }: Failure): string {
  const errors = (problem?.details.errors ?? {}) as Record<string, string[]>;
  const fields = Object.entries(errors).flatMap(([field, texts]) =>
    texts.map((text) => `  ${toSafeText(field)} ${toSafeText(text)}`),
  );
  return [
    `cps: ${message}`,
    ...fields,
    `who acts: ${actor}`,
    `fix:      ${fix}`,
    ...(problem ? [`code:     ${toSafeText(problem.code)} (HTTP ${problem.status})`] : []),
    ...(problem?.requestId ? [`request:  ${toSafeText(problem.requestId)}`] : []),
  ].join('\n');
}
