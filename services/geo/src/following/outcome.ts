/** What a try to bring a copy up to date came to, and what is remembered of it. */
import type { CopyState } from '../registry/registry.model';

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60 * 60_000;

/** What a try came to. */
export type Outcome =
  | { kind: 'verified'; checksum: string }
  | { kind: 'moved' }
  | { kind: 'sync_failed'; failure: string }
  | { kind: 'not_verified'; failure: string; checksum: string | null; isMismatch: boolean };

/** What changes of a copy, which is verified anew after some time. */
export function changeOf(verifyMs: number, before: CopyState, outcome: Outcome, now: Date): Partial<CopyState> {
  const synced = { last_synced_at: now, last_successful_sync_at: now, retry_count: 0, last_sync_failure: null };
  switch (outcome.kind) {
    case 'verified':
      return {
        ...synced,
        ...{ state: 'synced', checksum: outcome.checksum, verified: true, checksum_mismatch: false },
        ...{ verification_failure: null, verification_retry_count: 0 },
        due_at: new Date(now.getTime() + verifyMs),
      };
    case 'moved':
      return { ...synced, state: 'pending', verified: false, due_at: now };
    case 'sync_failed': {
      const retry_count = before.retry_count + 1;
      const failure = { retry_count, last_sync_failure: outcome.failure, last_synced_at: now };
      return { ...failure, state: 'failed', verified: false, due_at: retryAt(now, retry_count) };
    }
    case 'not_verified': {
      const verification_retry_count = before.verification_retry_count + 1;
      const { failure: verification_failure, checksum, isMismatch: checksum_mismatch } = outcome;
      return {
        ...synced,
        ...{ state: 'synced', verified: false, verification_failure, verification_retry_count },
        ...{ checksum, checksum_mismatch, due_at: retryAt(now, verification_retry_count) },
      };
    }
  }
}

/** What is written where a change came in between: the copy stays due. */
export function withoutState(change: Partial<CopyState>, now: Date): Partial<CopyState> {
  const { state: _state, ...rest } = change;
  return { ...rest, verified: false, due_at: now };
}

function retryAt(now: Date, tries: number): Date {
  return new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 2 ** (tries - 1), MAX_RETRY_MS));
}
