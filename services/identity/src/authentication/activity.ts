/**
 * Records the last use of tokens and SSH keys and the last activity of users: at most hourly, and
 * never while a request waits.
 */
import type { Logger } from '@forgemesh/telemetry';
import type { Model } from 'mongoose';
import { HOUR_MS } from '@forgemesh/service/durations';
import type { UserDocument } from '#users/accounts';
import type { SshKeyDocument } from '#credentials/ssh-keys';
import { today, type TokenDocument } from '#credentials/tokens';

const FLUSH_INTERVAL_MS = 2_000;

/** Records activity. */
export interface ActivityRecorder {
  /** Records that a token was used by its holder. */
  seen(token: TokenDocument, holder: UserDocument): void;
  /** Records that an SSH key was used, by its holder unless it is a deploy key. */
  seenKey(key: SshKeyDocument, holder?: UserDocument): void;
  /** Writes pending records and stops. */
  close(): Promise<void>;
}

/** Dependencies of a recorder. */
export interface ActivityRecorderOptions {
  users: Model<UserDocument>;
  tokens: Model<TokenDocument>;
  sshKeys: Model<SshKeyDocument>;
  log: Logger;
}

/** Whether a use is to be recorded, given the last one that was. */
function isDue({ last_used_at: last }: { last_used_at?: Date | null }): boolean {
  return !last || Date.now() - last.getTime() > HOUR_MS;
}

/** Creates a recorder. */
export function createActivityRecorder({ users, tokens, sshKeys, log }: ActivityRecorderOptions): ActivityRecorder {
  let seenTokens = new Set<number>();
  let seenKeys = new Set<number>();
  let seenUsers = new Set<number>();

  const flush = async (): Promise<void> => {
    const [tokenIds, keyIds, userIds] = [[...seenTokens], [...seenKeys], [...seenUsers]];
    seenTokens = new Set();
    seenKeys = new Set();
    seenUsers = new Set();
    if (tokenIds.length > 0)
      await tokens.updateMany({ _id: { $in: tokenIds } }, { $set: { last_used_at: new Date() } });
    if (keyIds.length > 0) await sshKeys.updateMany({ _id: { $in: keyIds } }, { $set: { last_used_at: new Date() } });
    if (userIds.length > 0) await users.updateMany({ _id: { $in: userIds } }, { $set: { last_activity_on: today() } });
  };
  // A lost record is repeated by the next request.
  const flushQuietly = (): Promise<void> =>
    flush().catch((error: unknown) => log.warn({ err: error }, 'activity not written'));
  const timer = setInterval(() => void flushQuietly(), FLUSH_INTERVAL_MS);
  timer.unref();

  const seenUser = (user: UserDocument): void => {
    if (user.last_activity_on !== today()) seenUsers.add(user._id);
  };

  return {
    seen(token, holder) {
      if (isDue(token)) seenTokens.add(token._id);
      seenUser(holder);
    },
    seenKey(key, holder) {
      if (isDue(key)) seenKeys.add(key._id);
      if (holder) seenUser(holder);
    },
    async close() {
      clearInterval(timer);
      await flushQuietly();
    },
  };
}
