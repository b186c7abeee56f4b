import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { jsonEscapingInvisible } from '../../contract/invisible.ts';
import { certificateFolder } from '../certificates/certificate-folder.gateway.ts';
import { ANY_HOSTNAME } from '../doctor/challenge-route-check.ts';
import { diagnose } from '../doctor/diagnose.ts';
import { findingsText } from '../doctor/finding.ts';
import { checkFolder, checkUser } from '../doctor/folder-check.gateway.ts';
import { getFromHere } from '../doctor/http-probe.gateway.ts';
import { checkReload } from '../doctor/reload-check.gateway.ts';
import { readHostMarks } from '../machine/host.gateway.ts';
import { readEnrolled } from '../machine/identity.gateway.ts';
import { readLastRun } from '../machine/last-run.gateway.ts';
import { contactService, edgeService } from '../service/edge.gateway.ts';
import { LOOPBACK } from '../shared/loopback.ts';
import { ipAddress, portNumber } from './options.ts';

interface DoctorOptions {
  dir: string;
  httpPort: number;
  address: string;
  host?: string;
  json: boolean;
}

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('say what is wrong with this machine, and what to do about it; runs the reload command once. 1 if anything is')
    .requiredOption('--dir <folder>', 'the folder of enroll')
    .option('--http-port <port>', 'where the web server takes HTTP on this machine', portNumber, 80)
    .option('--address <address>', 'where the web server listens on this machine', ipAddress, LOOPBACK)
    .option('--host <hostname>', 'whose challenges are tried; without it, a hostname whose certificate is here')
    .option('--json', 'print the findings as JSON', false)
    .action(async ({ dir, httpPort, address, host, json }: DoctorOptions) => {
      const hostname = host ?? (await certificateFolder(dir).anyHostname()) ?? ANY_HOSTNAME;
      const findings = await diagnose(
        { httpPort, address, hostname },
        {
          checkUser: () => checkUser(dir),
          checkFolder: () => checkFolder(dir),
          checkReload,
          readEnrolled: () => readEnrolled(dir),
          readHostMarks,
          readLastRun: () => readLastRun(dir),
          contactService,
          edge: edgeService,
          get: getFromHere,
          nonce: () => randomBytes(12).toString('hex'),
          nowMs: Date.now,
        },
      );
      const isWell = findings.every(({ status }) => status !== 'failed');
      process.stdout.write(json ? `${jsonEscapingInvisible({ ok: isWell, findings }, 2)}\n` : findingsText(findings));
      if (!isWell) process.exitCode = 1;
    });
}
