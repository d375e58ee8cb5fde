import { SpamCheckServiceDefinition } from '@forgemesh/proto/projects/v1/spam_check';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { isSpam } from '#content/spam';
import type { InternalContentDeps } from './deps';

/** Checks a text of another service. */
export const checkSpam = internalOperation(
  SpamCheckServiceDefinition.checkSpam,
  async (text, { deps }: Call<InternalContentDeps>) => ({
    spam: await isSpam(deps, text),
  }),
);
