import type { EntityDocument, EntityStore } from '@forgemesh/data';
import { InvalidParameterError } from '@forgemesh/errors';
import {
  DeliveryTransferServiceDefinition,
  type ConfirmedRow,
  TransferKind,
} from '@forgemesh/proto/projects/v1/delivery_transfer';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { QueryFilter, UpdateQuery } from 'mongoose';
import type { TransferDeps } from './deps';
import { type FormerDelivery, TRANSFERRED } from '#migrations/former-hooks';
import { leaseOf } from './hook-lease';

/** Confirms that the deliveries service has stored rows. */
export const confirmTransferRows = internalOperation(
  DeliveryTransferServiceDefinition.confirmTransferRows,
  async ({ kind, rows }, { deps }: Call<TransferDeps>) => {
    if (kind === TransferKind.TRANSFER_KIND_WAITING_DELIVERY) await confirmDeliveries(deps, rows);
    else if (kind === TransferKind.TRANSFER_KIND_HOOK) await confirmVersions(deps.formerHooks, rows);
    else if (kind === TransferKind.TRANSFER_KIND_INTEGRATION) await confirmVersions(deps.formerIntegrations, rows);
    else throw new InvalidParameterError('kind does not have a valid value');
    return {};
  },
);

/** The documents stay for a return to the earlier release. */
async function confirmVersions<T extends EntityDocument & { moved_version?: number }>(
  { model }: EntityStore<T>,
  rows: readonly ConfirmedRow[],
): Promise<void> {
  for (const { id, version } of rows) {
    const filter = { _id: id, version } as QueryFilter<T>;
    await model.updateOne(filter, { $set: { moved_version: version } } as UpdateQuery<T>);
  }
}

/** An earlier release must not send them as well. */
async function confirmDeliveries({ formerDeliveries, leases }: TransferDeps, rows: readonly ConfirmedRow[]) {
  const ids = rows.map(({ id }) => id);
  const found = await formerDeliveries.find({ _id: { $in: ids } }, { hook_id: 1 }).lean<FormerDelivery[]>();
  await formerDeliveries.updateMany(
    { _id: { $in: ids }, state: 'waiting' },
    { $set: { state: 'failed', internal_error: TRANSFERRED }, $unset: { due_at: 1 } },
  );
  const hookIds = new Set(found.map(({ hook_id }) => hook_id));
  for (const id of hookIds) await leases.release(leaseOf(id));
}
