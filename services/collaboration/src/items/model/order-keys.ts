/**
 * Stored sort keys: zero-padded value and id, unique and range-scannable. An item without a value
 * has no key.
 */

/** Sort keys of an issue. */
export interface IssueOrderKeys {
  due_key?: string | null;
  weight_key?: string | null;
}

const DIGITS = 12;

/** The sort keys of an issue, derived from its fields. */
export function issueOrderKeys({
  _id: id,
  due_date: day,
  weight,
}: {
  _id: number;
  due_date?: string | null;
  weight?: number | null;
}): IssueOrderKeys {
  return {
    due_key: typeof day === 'string' ? `${day}/${padded(id)}` : null,
    weight_key: typeof weight === 'number' ? `${padded(weight)}/${padded(id)}` : null,
  };
}

/** The sort key of an item by votes; null if it has none. */
export function popularityKey({ _id: id }: { _id: number }, upvotes: number): string | null {
  return upvotes > 0 ? `${padded(upvotes)}/${padded(id)}` : null;
}

function padded(value: number): string {
  return String(value).padStart(DIGITS, '0');
}
