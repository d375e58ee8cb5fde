// `npm run coverage`: lists which documented operations have a route; with `--clients`, which calls
// of API clients have one.

import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { printClients } from '../coverage/clients.ts';
import { printDocumented } from '../coverage/documented.ts';
import { readServed } from '../coverage/tables.ts';
import { runMain } from '../lib/fail.ts';
import { silentLog } from '../lib/log.ts';

const usage = `Usage: npm run coverage -- [options]
  --clients  calls of API clients instead of documented operations
  --help     show this`;

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      clients: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  await build({ log: silentLog });
  const served = readServed();
  if (values.clients) return printClients(served) ? 0 : 1;
  printDocumented(served);
  return 0;
});
