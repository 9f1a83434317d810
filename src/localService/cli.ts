import { parseArgs } from 'node:util';
import {
  readServiceOptions,
  runCommandLine,
  runService,
  SERVICE_OPTIONS,
  SERVICE_USAGE,
  UPSTREAM_KEY_USAGE,
} from './commandLine.ts';
import { startLocalService } from './server.ts';

const USAGE = `Usage: node src/localService/cli.ts
       ${SERVICE_USAGE}
${UPSTREAM_KEY_USAGE}`;

await runCommandLine(USAGE, async () => {
  const { values } = parseArgs({ options: SERVICE_OPTIONS });
  await runService(readServiceOptions(values), startLocalService);
});
