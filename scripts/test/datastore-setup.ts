// Runs before the suites that need only the datastores: starts them.

import { createLog } from '../lib/log.ts';
import { ensureDatastores } from './datastores.ts';

export default async function datastoreSetup() {
  await ensureDatastores(createLog(process.stderr));
}
