import { parseArgs } from 'node:util';
import {
  readServiceOptions,
  runCommandLine,
  runService,
  SERVICE_OPTIONS,
  SERVICE_USAGE,
  UPSTREAM_KEY_USAGE,
} from '../../src/localService/commandLine.ts';
import { beginFault, type FaultChoice, faultTable, parseFaultChoice } from './catalogue.ts';
import { startFaultyService } from './faultyService.ts';

const USAGE = `Usage: npm run service --
       ${SERVICE_USAGE}
       [--fault id[:parameter]]… [--faults]
Each --fault applies to chat requests until the service stops, or to the number of requests that the fault names. --faults lists all faults.
${UPSTREAM_KEY_USAGE}`;

/** @throws Error that describes the problem */
function readFault(text: string): FaultChoice {
  const choice = parseFaultChoice(text);
  beginFault(choice);
  return choice;
}

await runCommandLine(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      ...SERVICE_OPTIONS,
      fault: { type: 'string', multiple: true, default: [] },
      faults: { type: 'boolean', default: false },
    },
  });
  if (values.faults) {
    process.stdout.write(`${faultTable()}\n`);
    return;
  }
  const faults = values.fault.map(readFault);
  await runService(readServiceOptions(values), async (options) => {
    const service = await startFaultyService(options);
    for (const { id, ...choice } of faults) {
      service.fault(id, choice);
    }
    return service;
  });
});
