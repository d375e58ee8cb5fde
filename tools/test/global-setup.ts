// Runs before all suites: starts the datastores.

import { createLog } from '../lib/log.ts';
import { ensureDatastores } from './datastores.ts';

export default async function globalSetup() {
  await ensureDatastores(createLog(process.stderr));
}
