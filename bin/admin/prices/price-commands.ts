import type { Command } from 'commander';
import { costTable } from './cost-table.ts';
import { fixedTable, NEW_STAGE } from './fixed-cost.ts';
import prices from './us-east-1.json' with { type: 'json' };

/** Estimates the AWS cost of a domain, without a deployment. */
export function addPriceCommands(program: Command): void {
  program
    .command('prices')
    .description('prints what a domain, a certificate and an agent cost at AWS, and a stage without any')
    .action(() => console.log(`${costTable(prices)}\n\n${fixedTable(NEW_STAGE)}`));
}
