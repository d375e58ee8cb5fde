/** Stores the rows of imports; rows that cannot be stored do not stop the others. */
import { isForgeError } from '@forgemesh/errors';
import { UntrustedRecord } from './untrusted-record';
import { isDuplicateKey } from './write-conflicts';

/** Rows of one relation. */
export interface ImportedRows {
  /** Rows as JSON texts. */
  rows: readonly string[];
  relation: string;
  /** Position of the first row within its relation. */
  offset: number;
}

/** A row that was not stored. */
export interface RowFailure {
  /** Position within the relation. */
  position: number;
  reason: 'invalid' | 'duplicate';
  message: string;
}

/** Stores the rows `from` to `from + rows.length` of a request. Must be idempotent. */
export type StoreRows = (rows: UntrustedRecord[], from: number) => Promise<void>;

/**
 * Stores all rows at once, or one by one if one of them is invalid. Returns the rows that were not
 * stored.
 */
export async function importRows({ rows, relation, offset }: ImportedRows, store: StoreRows): Promise<RowFailure[]> {
  const parse = (row: string, at: number): UntrustedRecord =>
    UntrustedRecord.parse(row, `${relation} ${offset + at + 1}`);
  try {
    await store(rows.map(parse), 0);
    return [];
  } catch (error) {
    // The loop below finds the rows at fault.
    rowFailure(error, { relation, position: offset });
  }
  const failures: RowFailure[] = [];
  for (const [at, row] of rows.entries()) {
    try {
      await store([parse(row, at)], at);
    } catch (error) {
      failures.push(rowFailure(error, { relation, position: offset + at }));
    }
  }
  return failures;
}

/** The failure of a row. Throws the error itself if it is not about the row. */
export function rowFailure(error: unknown, { relation, position }: { relation: string; position: number }): RowFailure {
  if (isDuplicateKey(error)) {
    const message = `${relation} ${position + 1}: another entry has the same number or name`;
    return { position, reason: 'duplicate', message };
  }
  if (isForgeError(error) && error.reason === 'bad_request')
    return { position, reason: 'invalid', message: error.message };
  throw error;
}
