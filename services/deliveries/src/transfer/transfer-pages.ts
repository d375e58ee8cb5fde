/** Reads the rows of a transfer page by page. */
import type { TransferKind } from '@forgemesh/proto/projects/v1/delivery_transfer';
import type { TransferStepDeps } from './deps';

/** A transferred row: its id and version, and its other fields as JSON. */
export interface TransferRow {
  _id: number;
  version?: number;
  [field: string]: unknown;
}

/** Result of a step. */
export interface TransferCount {
  /** Number of transferred rows. */
  rows: number;
  /** Number of rows that have to wait, because an earlier release is sending them. */
  left_out: number;
}

/**
 * Stores the rows of a kind, and confirms those of each page after they are stored. Repeating it
 * does no harm.
 */
export async function transferPages(
  { clients }: Pick<TransferStepDeps, 'clients'>,
  kind: TransferKind,
  { after = 0, store, confirm }: PageOptions,
): Promise<TransferCount> {
  const count = { rows: 0, left_out: 0 };
  for (let after_id: number | undefined = after; after_id !== undefined;) {
    const page = await clients.hookTransfer.listTransferRows({ kind, after_id });
    const rows = page.rows.map((row) => JSON.parse(row) as TransferRow);
    for (const row of rows) await store(row);
    if (rows.length > 0) await confirm(rows);
    count.rows += rows.length;
    count.left_out += page.left_out;
    after_id = page.next_after_id;
  }
  return count;
}

interface PageOptions {
  /** Id after which the first page begins. */
  after?: number;
  store(row: TransferRow): Promise<void>;
  confirm(rows: readonly TransferRow[]): Promise<void>;
}

/** Confirms rows to the service that they come from. */
export async function confirmRows(
  { clients }: Pick<TransferStepDeps, 'clients'>,
  kind: TransferKind,
  rows: readonly TransferRow[],
): Promise<void> {
  const confirmed = rows.map(({ _id: id, version = 0 }) => ({ id, version }));
  await clients.hookTransfer.confirmTransferRows({ kind, rows: confirmed });
}
