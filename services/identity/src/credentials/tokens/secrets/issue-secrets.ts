/**
 * Tokens are random, so a retry (same operation id) cannot compute the token of the first attempt.
 * Encrypted copies of issued tokens are therefore kept while the gateway may retry the write.
 */
import { isDuplicateKey, type EntityDocument, type EntityStore, type NewEvent } from '@forgemesh/data';
import type { Schedule } from '@forgemesh/service';
import type { QueryFilter } from 'mongoose';
import type { TokensDeps } from '../deps';

/** Lifetime of a copy; the gateway retries a write within its request timeout. */
const COPY_TTL_MS = 5 * 60 * 1000;
const SWEEP_INTERVAL_MS = 60 * 1000;

/** Returns the tokens of `create`; a retry returns those of the first attempt. */
export async function issueSecrets(
  { issuedSecrets, issuedSecretBox }: Pick<TokensDeps, 'issuedSecrets' | 'issuedSecretBox'>,
  operationId: string | undefined,
  create: () => string[],
): Promise<string[]> {
  const secrets = create();
  if (operationId === undefined) return secrets;
  const until = new Date(Date.now() + COPY_TTL_MS);
  try {
    await issuedSecrets.create([{ _id: operationId, sealed: issuedSecretBox.seal(JSON.stringify(secrets)), until }]);
    return secrets;
  } catch (error) {
    const earlier = isDuplicateKey(error) ? await issuedSecrets.findById(operationId).lean() : null;
    if (!earlier) throw error;
    return JSON.parse(issuedSecretBox.open(earlier.sealed)) as string[];
  }
}

/**
 * Inserts the document of a token with its events; if the token is stored already, returns its
 * document.
 */
export async function insertToken<T extends EntityDocument & { digest: string }>(
  store: EntityStore<T>,
  document: Omit<T, 'version' | 'outbox' | 'outbox_at'>,
  events: NewEvent[] = [],
): Promise<T> {
  try {
    return await store.insert(document, events);
  } catch (error) {
    const filter = { digest: (document as unknown as T).digest } as QueryFilter<T>;
    const earlier = isDuplicateKey(error) ? ((await store.model.findOne(filter).lean()) as T | null) : null;
    if (!earlier) throw error;
    return earlier;
  }
}

/** Deletes expired copies. */
export const sweepIssuedSecrets: Schedule<Pick<TokensDeps, 'issuedSecrets'>> = {
  name: 'identity-sweep-issued-secrets',
  everyMs: SWEEP_INTERVAL_MS,
  async run({ issuedSecrets }) {
    await issuedSecrets.deleteMany({ until: { $lt: new Date() } });
  },
};
