/** Tokens by which nodes prove themselves: short-lived, signed with the secret of the node. */
import { UnauthenticatedError } from '@forgemesh/errors';
import { jwtVerify, SignJWT } from 'jose';

/** Tells a node's token from a user's, so that the gateway knows whom to ask. */
const PREFIX = 'geo.';
const AUDIENCE = 'forgemesh-geo';
const LIFE = '2m';
/** Clocks of nodes may differ by so many seconds. */
const CLOCK_TOLERANCE = 60;
/** No token is longer. */
const MAX_LENGTH = 2048;

/** Makes a token of credentials as they were handed over. */
export async function createNodeToken(credentials: string): Promise<string> {
  const kid = keyIdOf(credentials);
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256', kid })
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(LIFE)
    .sign(Buffer.from(credentials.slice(kid.length + 1)));
  return PREFIX + token;
}

/** The part of credentials that names them. */
export function keyIdOf(credentials: string): string {
  return credentials.slice(0, credentials.indexOf('.'));
}

/**
 * Verifies a token; `secretOf` finds the secret of a key. Returns the id of the key. Throws
 * UnauthenticatedError.
 */
export async function verifyNodeToken(
  token: string,
  secretOf: (keyId: string) => Promise<string | undefined>,
): Promise<string> {
  if (!token.startsWith(PREFIX) || token.length > MAX_LENGTH) throw new UnauthenticatedError();
  const findKey = async ({ kid }: { kid?: string | undefined }): Promise<Uint8Array> => {
    const secret = kid === undefined ? undefined : await secretOf(kid);
    if (secret === undefined) throw new UnauthenticatedError();
    return Buffer.from(secret);
  };
  try {
    const { protectedHeader } = await jwtVerify(token.slice(PREFIX.length), findKey, {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      maxTokenAge: LIFE,
      clockTolerance: CLOCK_TOLERANCE,
      requiredClaims: ['exp'],
    });
    return protectedHeader.kid as string;
  } catch (error) {
    if (error instanceof Error && error.name.startsWith('Mongo')) throw error;
    throw Object.assign(new UnauthenticatedError(), { cause: error });
  }
}
