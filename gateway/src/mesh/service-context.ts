/** Signs the gateway's own context once in a while instead of at every question to identity and projects. */
import { serviceContext, type ContextSigner } from '@forgemesh/kit';

/** A third of the life of a signed context, in milliseconds. */
const REUSE_MS = 20_000;

/** A signer that answers calls without a user with one signed context for as long as it is fresh. */
export function reuseServiceContext(signer: ContextSigner): ContextSigner {
  let signed: Promise<string> | undefined;
  let signedAt = 0;
  return {
    sign(context) {
      if (context.user !== null) return signer.sign(context);
      const now = Date.now();
      if (!signed || now - signedAt > REUSE_MS) {
        signedAt = now;
        signed = signer.sign(serviceContext('gateway'));
        signed.catch(() => (signed = undefined));
      }
      return signed;
    },
  };
}
