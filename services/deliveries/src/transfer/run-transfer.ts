import type { Schedule } from '@forgemesh/service';
import type { TransferDeps } from './deps';

/** Transfers what earlier releases have stored in the meantime. */
export const runTransfer: Schedule<TransferDeps> = {
  name: 'deliveries-transfer',
  everyMs: 2_000,
  isReady: ({ transfer }) => transfer.isDue(),
  run: ({ transfer }) => transfer.run(),
};
