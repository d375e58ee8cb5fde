import type { QueryFilter } from 'mongoose';
import { today, type TokenDocument } from './token.model';

/** Condition on active or inactive tokens; empty for all. */
export function stateFilterOf(state: string | undefined): QueryFilter<TokenDocument> {
  switch (state) {
    case 'active':
      return { revoked: false, $or: [{ expires_at: null }, { expires_at: { $gt: today() } }] };
    case 'inactive':
      return { $or: [{ revoked: true }, { expires_at: { $lte: today() } }] };
    default:
      return {};
  }
}
