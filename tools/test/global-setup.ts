// Before the first suite of any kind: the engines.

import { createLog } from '../lib/log.ts';
import { ensureEngines } from './engines.ts';

export default async function globalSetup() {
  await ensureEngines(createLog(process.stderr));
}
