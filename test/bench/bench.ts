import { Command, Option } from 'commander';
import { wholeNumber } from '../../bin/admin/arguments.ts';
import { columns } from '../../local/machine/layout.ts';
import { BENCH_NAMES, BENCHES, type BenchName } from './benches.ts';
import { isRed, tableOf } from './driver/outcome.ts';
import { runBenches } from './driver/run-benches.ts';

const command = new Command('npm run bench --')
  .description(
    'Runs all benches, one after another, whatever fails, and prints one table at the end with the missed bounds last. Ends with 1 if a bound is missed or a bench did not run to its end.',
  )
  .addOption(new Option('--only <names...>', 'these alone').choices(BENCH_NAMES))
  .option('--short', 'seconds of each instead of minutes; bounds on times are not judged', false)
  .option('--minutes <n>', 'a bench that takes longer is stopped', wholeNumber, 30)
  .argument('[options...]', 'after `--`: for the bench itself, where one alone runs')
  .addHelpText('after', `\n${columns(BENCH_NAMES.map((name) => [name, BENCHES[name].about])).join('\n')}`)
  .parse();
const { only = BENCH_NAMES, short, minutes } = command.opts<{ only?: BenchName[]; short: boolean; minutes: number }>();
if (command.args.length > 0 && only.length !== 1) command.error('Options after `--` are for one bench: name it by --only.');

const size = short ? 'short' : 'long';
const outcomes = await runBenches(only, { size, minutes, args: command.args, print: console.log });
console.log(`\n${tableOf(outcomes, size)}`);
process.exitCode = isRed(outcomes, size) ? 1 : 0;
