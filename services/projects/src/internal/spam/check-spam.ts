import { SpamCheckServiceDefinition } from '@forgemesh/proto/projects/v1/spam_check';
import { isSpam } from '#content/spam/assert-not-spam';
import { internalOperation } from '#operation';

/** Checks a text of another service. */
export const checkSpam = internalOperation(SpamCheckServiceDefinition.checkSpam, async (text, { deps }) => ({
  spam: await isSpam(deps, text),
}));
