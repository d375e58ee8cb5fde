/** Creates and verifies static object tokens: the id of the user, a hyphen and a random part. */
import { randomBytes } from 'node:crypto';
import { isDuplicateKey } from '@forgemesh/data';
import { isSameSecret } from '@forgemesh/security';
import type { StaticObjectTokensDeps } from './deps';

/** 120 bits, 20 characters in base64url. */
const RANDOM_BYTES = 15;
const tokenText = /^(\d{1,15})-([\w-]{20})$/;

type Deps = StaticObjectTokensDeps;

/** Returns the token of a user. The first call creates it; concurrent calls return the same one. */
export async function issueToken(deps: Deps, userId: number): Promise<string> {
  const random = (await findRandomPart(deps, userId)) ?? (await createRandomPart(deps, userId));
  return `${userId}-${random}`;
}

/** Returns the id of the user whose current token it is; null for any other text. */
export async function userOfToken(deps: Deps, token: string): Promise<number | null> {
  const [, id = '', random = ''] = tokenText.exec(token) ?? [];
  if (random === '') return null;
  const expected = await findRandomPart(deps, Number(id));
  return expected !== null && isSameSecret(random, expected) ? Number(id) : null;
}

async function findRandomPart(
  { staticObjectTokens, staticObjectTokenBox }: Deps,
  userId: number,
): Promise<string | null> {
  const token = await staticObjectTokens.findById(userId).lean();
  return token && staticObjectTokenBox.open(token.sealed);
}

async function createRandomPart(deps: Deps, userId: number): Promise<string> {
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  try {
    await deps.staticObjectTokens.create([
      {
        _id: userId,
        sealed: deps.staticObjectTokenBox.seal(random),
        created_at: new Date(),
      },
    ]);
    return random;
  } catch (error) {
    const concurrent = isDuplicateKey(error) ? await findRandomPart(deps, userId) : null;
    if (concurrent === null) throw error;
    return concurrent;
  }
}
