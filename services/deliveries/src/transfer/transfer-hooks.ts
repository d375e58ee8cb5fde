/** Transfers webhooks and integrations. */
import { isDuplicateKey, type EntityStore } from '@forgemesh/data';
import { TransferKind } from '@forgemesh/proto/projects/v1/delivery_transfer';
import { integrationEvents, type IntegrationDocument } from '#integrations/settings';
import { hookEvents, type HookDocument } from '#webhooks/hooks';
import { confirmRows, transferPages, type TransferCount, type TransferRow } from './transfer-pages';
import type { TransferStepDeps } from './deps';

/**
 * Processes of an earlier release may still give ids while they are replaced: new ids begin after
 * this many others.
 */
const ID_GAP = 1_000;

/** Raises the sequences, so that ids are not given twice. Returns whether there ever was a row. */
export async function raiseSequences({ clients, sequences }: TransferStepDeps): Promise<boolean> {
  const { hook_id, delivery_id } = await clients.hookTransfer.getTransferState({});
  if (hook_id > 0) await sequences.raise('hooks', hook_id + ID_GAP);
  if (delivery_id > 0) await sequences.raise('hook_deliveries', delivery_id + ID_GAP);
  return hook_id > 0 || delivery_id > 0;
}

/** Transfers webhooks with their ids. */
export function transferHooks(deps: TransferStepDeps): Promise<TransferCount> {
  const kind = TransferKind.TRANSFER_KIND_HOOK;
  return transferPages(deps, kind, {
    store: (row) => storeEntity(deps.hooks, row._id, hookOf(deps, row)),
    confirm: (rows) => confirmRows(deps, kind, rows),
  });
}

/** Transfers integrations with their ids. */
export function transferIntegrations(deps: TransferStepDeps): Promise<TransferCount> {
  const kind = TransferKind.TRANSFER_KIND_INTEGRATION;
  return transferPages(deps, kind, {
    store: (row) => storeIntegration(deps, row._id, integrationOf(deps, row)),
    confirm: (rows) => confirmRows(deps, kind, rows),
  });
}

type Fields<T> = Omit<T, '_id' | 'outbox' | 'outbox_at' | 'version'>;

/**
 * A document with this id may be an earlier transfer of the row, or, if it was created at another
 * time, one that this service has given the id to: then the row gets another one.
 */
async function storeEntity<T extends HookDocument | IntegrationDocument>(
  store: EntityStore<T>,
  id: number,
  fields: Fields<T>,
): Promise<void> {
  const current = await store.find(id);
  if (!current) return insert(store, id, fields);
  if (current.created_at.getTime() === fields.created_at.getTime()) {
    const { operation_id: _, ...set } = fields;
    await store.mutate(id, () => ({ set: set as object }));
    return;
  }
  const { project_id, created_at } = fields;
  const isStored = await store.model.exists({ project_id, created_at } as object);
  if (!isStored) await insert(store, await store.nextId(), fields);
}

async function insert<T extends HookDocument | IntegrationDocument>(
  store: EntityStore<T>,
  id: number,
  fields: Fields<T>,
): Promise<void> {
  try {
    await store.insertRows([{ ...fields, _id: id, version: 1 } as unknown as T]);
  } catch (error) {
    // Another process is transferring the same row.
    if (!isDuplicateKey(error)) throw error;
  }
}

/** A project has one integration of a kind: the one that was changed last remains. */
async function storeIntegration(
  deps: TransferStepDeps,
  id: number,
  fields: Fields<IntegrationDocument>,
): Promise<void> {
  const { project_id, slug } = fields;
  const current = await deps.integrations.model.findOne({ project_id, slug }).lean<IntegrationDocument>();
  if (!current || current._id === id) return storeEntity(deps.integrations, id, fields);
  if (current.updated_at >= fields.updated_at) return;
  const { operation_id: _, ...set } = fields;
  await deps.integrations.mutate(current._id, () => ({ set }));
}

function hookOf({ hookBox }: TransferStepDeps, row: TransferRow): Fields<HookDocument> {
  const stored = row as unknown as Omit<HookDocument, 'created_at' | 'disabled_until' | 'updated_at'> & StoredDates;
  const { token, signing_token, url, operation_id } = stored;
  const switches = hookEvents.map((name) => [name, stored[name]]);
  return {
    project_id: stored.project_id ?? null,
    url: hookBox.seal(url),
    push_events_branch_filter: stored.push_events_branch_filter,
    ...(Object.fromEntries(switches) as Pick<HookDocument, (typeof hookEvents)[number]>),
    enable_ssl_verification: stored.enable_ssl_verification,
    token: token ? hookBox.seal(token) : null,
    ...(signing_token && { signing_token: hookBox.seal(signing_token) }),
    ...healthOf(stored),
    ...(operation_id && { operation_id }),
    created_at: new Date(stored.created_at),
    updated_at: new Date(stored.updated_at),
  };
}

function integrationOf({ integrationBox }: TransferStepDeps, row: TransferRow): Fields<IntegrationDocument> {
  const stored = row as unknown as Omit<IntegrationDocument, 'created_at' | 'disabled_until' | 'updated_at'> &
    StoredDates;
  const switches = integrationEvents.map((name) => [name, stored[name]]);
  return {
    project_id: stored.project_id,
    slug: stored.slug,
    ...(Object.fromEntries(switches) as Pick<IntegrationDocument, (typeof integrationEvents)[number]>),
    properties: integrationBox.seal(stored.properties),
    ...healthOf(stored),
    created_at: new Date(stored.created_at),
    updated_at: new Date(stored.updated_at),
  };
}

/** Times of a row in JSON. */
interface StoredDates {
  created_at: string;
  updated_at: string;
  disabled_until?: string | null;
}

function healthOf({ failures, disabled_until: until }: { failures?: number; disabled_until?: string | null }) {
  return {
    ...(failures !== undefined && { failures }),
    ...(until && { disabled_until: new Date(until) }),
  };
}
