/**
 * Records that an administrator acts as another user: with sudo, or with an impersonation token.
 */
import { createHash } from 'node:crypto';
import type { Outbox } from '@forgemesh/data';
import { HOUR_MS } from '@forgemesh/service/durations';
import type { Logger } from '@forgemesh/telemetry';
import type { UserDocument } from '#users/accounts';
import type { TokenDocument } from '../token.model';

const MAX_REMEMBERED = 5_000;

/** A use of another user's permissions. */
export interface Impersonation {
  token: TokenDocument;
  /** Holder of the token. */
  holder: UserDocument;
  /** The user whose permissions apply. */
  user: UserDocument;
  address: string;
}

/** Records impersonations. */
export interface ImpersonationRecorder {
  /** Records a use at most once an hour per token, user and address. Never delays the request. */
  used(impersonation: Impersonation): void;
}

/** Creates a recorder. */
export function createImpersonationRecorder(record: Outbox['record'], log: Logger): ImpersonationRecorder {
  let recordedHour = 0;
  const recorded = new Set<string>();
  return {
    used({ token, holder, user, address }) {
      if (holder._id === user._id && !token.impersonation) return;
      const use = [token._id, user._id, address].join('/');
      const hour = Math.floor(Date.now() / HOUR_MS);
      if (hour !== recordedHour || recorded.size >= MAX_REMEMBERED) recorded.clear();
      recordedHour = hour;
      if (recorded.has(use)) return;
      recorded.add(use);
      // All processes derive the same id, so that the use is recorded once.
      const id = createHash('sha256').update(`impersonation/${use}/${hour}`).digest('hex');
      const isSudo = holder._id !== user._id;
      record(
        {
          id,
          type: isSudo ? 'identity.sudo.started' : 'identity.impersonation.started',
          actor: holder._id,
          origin: { address, token_id: token._id, real_user_id: holder._id },
        },
        { subject: user._id, entity: { user_id: user._id, username: user.username, name: user.name } },
      ).catch((error: unknown) => {
        recorded.delete(use);
        log.warn({ err: error, user_id: user._id, real_user_id: holder._id }, 'impersonation not recorded yet');
      });
    },
  };
}
