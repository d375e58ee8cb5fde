/**
 * What lists are ordered by beside dates: the value and then the id, as texts of one length, so
 * that no two are equal and a page is read from a narrow range. An item without a value has none.
 */

/** Keys of an issue. */
export interface IssueOrderKeys {
  due_key?: string | null;
  weight_key?: string | null;
}

const DIGITS = 12;

/** The keys of an issue that follow from its fields. */
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

/** The key of an item that follows from its votes; null for one that has none. */
export function popularityKey({ _id: id }: { _id: number }, upvotes: number): string | null {
  return upvotes > 0 ? `${padded(upvotes)}/${padded(id)}` : null;
}

function padded(value: number): string {
  return String(value).padStart(DIGITS, '0');
}
