import type { Command } from 'commander';
import { costTable } from './cost-table.ts';
import { fixedTable, NEW_STAGE } from './fixed-cost.ts';
import prices from './us-east-1.json' with { type: 'json' };

/** Estimates the AWS cost of a domain, without a deployment. */
export function addPriceCommands(program: Command): void {
  program
    .command('prices')
    .description(
      'prints in USD what a stage costs at AWS before its first domain, and what a domain, a certificate and an agent add',
    )
    .action(() => console.log(`${fixedTable(NEW_STAGE)}\n\n${costTable(prices)}`));
}
