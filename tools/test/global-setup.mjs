// Before the first suite of any kind: the engines.

import { createLog } from '../lib/log.mjs';
import { ensureEngines } from './engines.mjs';

export default async function globalSetup() {
  await ensureEngines(createLog(process.stderr));
}
