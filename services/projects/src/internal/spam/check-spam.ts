import { SpamCheckServiceDefinition } from '@forgemesh/proto/projects/v1/spam_check';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { isSpam } from '#content/spam';
import type { InternalSpamDeps } from './deps';

/** Checks a text of another service. */
export const checkSpam = internalOperation(
  SpamCheckServiceDefinition.checkSpam,
  async (text, { deps }: Call<InternalSpamDeps>) => ({
    spam: await isSpam(deps, text),
  }),
);
