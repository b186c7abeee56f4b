import type { TestProject } from 'vitest/node';
import { awsEndpoint } from '../../local/machine/environment.ts';
import { anyFreePort, freePortBarredToBrowsers } from '../../local/machine/free-ports.ts';
import { installDynamodbLocal } from '../../local/machine/java-tools.ts';
import { makeStatePrivate } from '../../local/machine/private-files.ts';
import { forgetState, makeStateDir, stateDir } from '../../local/machine/state-dir.ts';
import { installPythonTools, locateTools } from '../../local/machine/tools.ts';
import { component } from '../../local/processes/component.ts';
import { dynamodbLocal } from '../../local/processes/dynamodb-local.ts';
import { ministack } from '../../local/processes/ministack.ts';
import { claimStateDir, processTable, releaseStateDir } from '../../local/processes/process-table.ts';
import { type TableDefinition, tableDefinition } from './table-definition.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Endpoints of DynamoDB Local and of the local cloud's emulator. */
    engines: Record<EngineName, string>;
    definition: TableDefinition;
  }
}

export const ENGINE_NAMES = ['DynamoDB Local', 'MiniStack'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** Starts both engines, empty, apart from any local cloud. */
export async function startBoth(): Promise<{ engines: Record<EngineName, string>; stop: () => Promise<void> }> {
  const state = stateDir('.local/engines');
  makeStatePrivate(state);
  await claimStateDir(state);
  forgetState(state);
  makeStateDir(state);
  const installation = { logs: state.logs, signal: undefined };
  const [javaTools, pythonFolder] = await Promise.all([installDynamodbLocal(installation), installPythonTools(installation)]);
  const ports = { amazon: await freePortBarredToBrowsers(), emulator: await anyFreePort() };
  const surroundings = { logs: state.logs, table: processTable(state), onCrash: (message: string) => console.error(message) };
  const running = [
    component(dynamodbLocal(javaTools, ports.amazon), surroundings),
    component(ministack(locateTools(pythonFolder, '').python, state, ports.emulator), surroundings),
  ];
  const stop = async () => {
    await Promise.all(running.map((engine) => engine.stop()));
    releaseStateDir(state);
  };
  try {
    await Promise.all(running.map((engine) => engine.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  return { engines: { 'DynamoDB Local': awsEndpoint(ports.amazon), MiniStack: awsEndpoint(ports.emulator) }, stop };
}

/** Vitest's globalSetup of the project `engine`. */
export default async function startEngines(project: TestProject): Promise<() => Promise<void>> {
  const { engines, stop } = await startBoth();
  project.provide('engines', engines);
  project.provide('definition', tableDefinition());
  return stop;
}
