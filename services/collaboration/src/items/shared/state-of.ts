/** Closing and reopening of issues and epics. */
import type { ItemDocument } from '#items/model';

/** Fields that change with the state of an issue or epic. */
interface StateSet {
  state?: 'opened' | 'closed';
  closed_at?: Date | null;
  closed_by_id?: number | null;
}

/** The fields that closing or reopening sets; empty if the state does not change. */
export function stateOf(
  { state }: ItemDocument & { state: 'opened' | 'closed' },
  event: string | undefined,
  actor: number,
): StateSet {
  if (event === 'close' && state === 'opened') return { state: 'closed', closed_at: new Date(), closed_by_id: actor };
  if (event === 'reopen' && state === 'closed') return { state: 'opened', closed_at: null, closed_by_id: null };
  return {};
}
