/**
 * Records the last use of tokens and the last activity of users: at most hourly, and never while a
 * request waits.
 */
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import { HOUR_MS } from '@forgemesh/service/durations';
import type { UserDocument } from '#users/accounts';
import { today, type TokenDocument } from '#credentials/tokens';

const FLUSH_INTERVAL_MS = 2_000;

/** Records activity. */
export interface ActivityRecorder {
  /** Records that a token was used by its holder. */
  seen(token: TokenDocument, holder: UserDocument): void;
  /** Writes pending records and stops. */
  close(): Promise<void>;
}

/** Dependencies of a recorder. */
export interface ActivityRecorderOptions {
  users: Model<UserDocument>;
  tokens: Model<TokenDocument>;
  log: Logger;
}

/** Creates a recorder. */
export function createActivityRecorder({ users, tokens, log }: ActivityRecorderOptions): ActivityRecorder {
  let seenTokens = new Set<number>();
  let seenUsers = new Set<number>();

  const flush = async (): Promise<void> => {
    const [tokenIds, userIds] = [[...seenTokens], [...seenUsers]];
    seenTokens = new Set();
    seenUsers = new Set();
    if (tokenIds.length > 0)
      await tokens.updateMany({ _id: { $in: tokenIds } }, { $set: { last_used_at: new Date() } });
    if (userIds.length > 0) await users.updateMany({ _id: { $in: userIds } }, { $set: { last_activity_on: today() } });
  };
  // A lost record is repeated by the next request.
  const flushQuietly = (): Promise<void> =>
    flush().catch((error: unknown) => log.warn({ err: error }, 'activity not written'));
  const timer = setInterval(() => void flushQuietly(), FLUSH_INTERVAL_MS);
  timer.unref();

  return {
    seen(token, holder) {
      if (!token.last_used_at || Date.now() - token.last_used_at.getTime() > HOUR_MS) seenTokens.add(token._id);
      if (holder.last_activity_on !== today()) seenUsers.add(holder._id);
    },
    async close() {
      clearInterval(timer);
      await flushQuietly();
    },
  };
}
