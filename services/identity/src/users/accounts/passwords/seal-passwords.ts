/** Seals the password hashes of an earlier release when its processes have been replaced. */
import type { Schedule } from '@forgemesh/service';
import type { UsersDeps } from '../deps';

const CHECK_INTERVAL_MS = 60 * 1000;

export const sealPasswords: Schedule<UsersDeps> = {
  name: 'identity-seal-passwords',
  everyMs: CHECK_INTERVAL_MS,
  run: ({ passwordTransition }) => passwordTransition.run(),
};
