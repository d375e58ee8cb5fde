/** Tokens of nodes: short-lived JWTs, signed with the secret of the node. */
import { UnauthenticatedError } from '@forgemesh/errors';
import { jwtVerify, SignJWT } from 'jose';

/** Distinguishes node tokens from user tokens, so that the gateway calls the right service. */
const PREFIX = 'geo.';
const AUDIENCE = 'forgemesh-geo';
const LIFE = '2m';
/** Tolerated clock difference between nodes in seconds. */
const CLOCK_TOLERANCE = 60;
/** Maximum length of a token. */
const MAX_LENGTH = 2048;

/** Creates a token from the credentials of a node (`<key id>.<secret>`). */
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

/** The key id of credentials. */
export function keyIdOf(credentials: string): string {
  return credentials.slice(0, credentials.indexOf('.'));
}

/**
 * Verifies a token; `secretOf` loads the secret of a key id. Returns the key id. Throws
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
