import type { Schedule } from '@forgemesh/service';
import { DAY_MS } from '@forgemesh/service/durations';
import type { UsersDeps } from './deps';

/** Removes pictures without a user, which a crash may leave, daily. */
export const sweepAvatars: Schedule<UsersDeps> = {
  name: 'identity-sweep-avatars',
  everyMs: DAY_MS,
  async run({ avatarFiles, users }) {
    await avatarFiles.sweep(
      new Date(Date.now() - DAY_MS),
      async (files) => (await users.model.find({ 'avatar.file': { $in: files } }).distinct('avatar.file')) as string[],
    );
  },
};
