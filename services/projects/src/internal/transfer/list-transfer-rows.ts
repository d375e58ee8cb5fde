import { InvalidParameterError } from '@forgemesh/errors';
import {
  DeliveryTransferServiceDefinition,
  type ListTransferRowsRequest,
  type ListTransferRowsResponse,
  TransferKind,
} from '@forgemesh/proto/projects/v1/delivery_transfer';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { EntityDocument } from '@forgemesh/data';
import type { Model } from 'mongoose';
import type { TransferDeps } from './deps';
import {
  type FormerDelivery,
  type FormerHook,
  type FormerIntegration,
  openFormerUrl,
  TRANSFERRED,
} from '#migrations/former-hooks';
import { leaseOf, LEASE_MS } from './hook-lease';

const MAX_ROWS = 100;
/** Deliveries may be large. */
const MAX_DELIVERIES = 50;
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

type Page = ListTransferRowsResponse;

/** Lists rows that were not transferred to the deliveries service. */
export const listTransferRows = internalOperation(
  DeliveryTransferServiceDefinition.listTransferRows,
  async (request, { deps }: Call<TransferDeps>) => listers[request.kind](deps, request),
);

const listers: Record<TransferKind, (deps: TransferDeps, request: ListTransferRowsRequest) => Promise<Page>> = {
  [TransferKind.TRANSFER_KIND_HOOK]: ({ formerHooks, hookBox }, { after_id }) =>
    pageOf<FormerHook>(formerHooks.model, after_id, (hook) => ({
      ...hook,
      url: openFormerUrl(hookBox, hook),
      token: hook.token === null ? null : hookBox.open(hook.token),
      signing_token: hook.signing_token ? hookBox.open(hook.signing_token) : null,
    })),
  [TransferKind.TRANSFER_KIND_INTEGRATION]: ({ formerIntegrations, integrationBox }, { after_id }) =>
    pageOf<FormerIntegration>(formerIntegrations.model, after_id, (integration) => ({
      ...integration,
      properties: integrationBox.open(integration.properties),
    })),
  [TransferKind.TRANSFER_KIND_WAITING_DELIVERY]: listWaiting,
  [TransferKind.TRANSFER_KIND_COMPLETE_DELIVERY]: listComplete,
  [TransferKind.TRANSFER_KIND_UNSPECIFIED]: refuse,
  [TransferKind.UNRECOGNIZED]: refuse,
};

/** Rows that were changed since their transfer are listed again. */
async function pageOf<T extends EntityDocument & { moved_version?: number }>(
  model: Model<T>,
  after: number,
  open: (document: T) => object,
): Promise<Page> {
  const found = (await model
    .find({ _id: { $gt: after } }, { outbox: 0, outbox_at: 0 })
    .sort({ _id: 1 })
    .limit(MAX_ROWS)
    .lean()) as unknown as T[];
  const changed = found.filter(({ version, moved_version: moved = 0 }) => moved < version);
  return {
    rows: changed.map((document) => JSON.stringify(open(document))),
    next_after_id: found.length === MAX_ROWS ? found.at(-1)?._id : undefined,
    left_out: 0,
  };
}

/** The lease of a webhook keeps a process of an earlier release from sending its deliveries. */
async function listWaiting({ formerDeliveries, leases }: TransferDeps, request: ListTransferRowsRequest) {
  const found = await findDeliveries(formerDeliveries, { state: 'waiting' }, request.after_id);
  const hookIds = [...new Set(found.map(({ hook_id }) => hook_id))];
  const acquired = new Set<number>();
  for (const id of hookIds) if (await leases.acquire(leaseOf(id), LEASE_MS)) acquired.add(id);
  return deliveriesPage(found, (delivery) => acquired.has(delivery.hook_id));
}

async function listComplete({ formerDeliveries }: TransferDeps, request: ListTransferRowsRequest) {
  const filter = { state: { $in: ['delivered', 'failed'] }, internal_error: { $ne: TRANSFERRED } };
  return deliveriesPage(await findDeliveries(formerDeliveries, filter, request.after_id), () => true);
}

function findDeliveries(model: Model<FormerDelivery>, filter: object, after: number): Promise<FormerDelivery[]> {
  return model
    .find({ ...filter, _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(MAX_DELIVERIES)
    .lean<FormerDelivery[]>()
    .exec();
}

function deliveriesPage(found: readonly FormerDelivery[], isFree: (delivery: FormerDelivery) => boolean): Page {
  const rows: string[] = [];
  let [bytes, read] = [0, 0];
  for (const delivery of found) {
    if (bytes >= MAX_PAGE_BYTES) break;
    read++;
    if (!isFree(delivery)) continue;
    const row = JSON.stringify(delivery);
    bytes += row.length;
    rows.push(row);
  }
  const isLast = read === found.length && found.length < MAX_DELIVERIES;
  return {
    rows,
    next_after_id: isLast ? undefined : found[read - 1]?._id,
    left_out: read - rows.length,
  };
}

function refuse(): Promise<Page> {
  return Promise.reject(new InvalidParameterError('kind does not have a valid value'));
}
