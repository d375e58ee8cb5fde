import { DeliveryTransferServiceDefinition } from '@forgemesh/proto/projects/v1/delivery_transfer';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { TransferDeps } from './deps';

/** Gets the highest ids that earlier releases have given. */
export const getTransferState = internalOperation(
  DeliveryTransferServiceDefinition.getTransferState,
  async (_request, { deps }: Call<TransferDeps>) => ({
    hook_id: await highestId(deps, 'hooks'),
    delivery_id: await highestId(deps, 'hook_deliveries'),
  }),
);

/** Draws an id, so that those that a process has reserved are below it. */
async function highestId({ formerSequences: sequences }: TransferDeps, name: string): Promise<number> {
  const names = await sequences.names(name);
  return names.includes(name) ? sequences.next(name) : 0;
}
