/**
 * Short-lived credentials for large files, which holders of SSH keys get for one project. A token
 * grants nothing by itself: each use asks who holds the key and what they may do.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GATEWAY } from '@forgemesh/rpc';
import { openTrustedKeys, reloadOnChange } from '@forgemesh/security';
import { jwtVerify, SignJWT } from 'jose';
import type { GitAccessRequest } from '../git-access';

/** No service has this name, so a token is no context, and a context is no token. */
const AUDIENCE = 'lfs-token';
const PREFIX = 'lfs.';
/** Lifetime in seconds. A transfer that has begun may take longer. */
export const TOKEN_SECONDS = 1_800;

/** What a token states. */
export interface LfsToken {
  /** Digest of the key of its holder. */
  fingerprint_sha256: string;
  /** Scopes of git: a token for downloads changes nothing. */
  scopes: string[];
}

/** Issues and reads tokens. */
export interface LfsTokens {
  /** Issues a token for the project of a request. */
  issue(fingerprint: string, accessRequest: GitAccessRequest): Promise<string>;
  /**
   * Reads a token for the project of a request; undefined for any other password, and for a token
   * that has expired or is for another project.
   */
  open(password: string | undefined, accessRequest: GitAccessRequest): Promise<LfsToken | undefined>;
}

/** Creates tokens that every gateway of the instance accepts. */
export function createLfsTokens(keyFile: string, trustedKeysPath: string): LfsTokens {
  const key = reloadOnChange([keyFile], () => createPrivateKey(readFileSync(keyFile)));
  const trusted = openTrustedKeys(trustedKeysPath);
  return {
    async issue(fingerprint, { projectPath, isPush }) {
      const token = await new SignJWT({ project: projectPath, push: isPush })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setIssuer(GATEWAY)
        .setAudience(AUDIENCE)
        .setSubject(fingerprint)
        .setExpirationTime(`${TOKEN_SECONDS}s`)
        .sign(key());
      return `${PREFIX}${token}`;
    },
    async open(password, { projectPath }) {
      if (!password?.startsWith(PREFIX)) return undefined;
      for (const publicKey of [createPublicKey(key()), ...(trusted().get(GATEWAY) ?? [])]) {
        const payload = await verify(password.slice(PREFIX.length), publicKey);
        if (!payload) continue;
        const { sub = '', project, push } = payload;
        if (project !== projectPath) return undefined;
        return { fingerprint_sha256: sub, scopes: [push === true ? 'write_repository' : 'read_repository'] };
      }
      return undefined;
    },
  };
}

/** Returns the content of a token; undefined unless this key has signed it and it is valid now. */
async function verify(
  token: string,
  key: KeyObject,
): Promise<(Record<string, unknown> & { sub?: string }) | undefined> {
  try {
    return (await jwtVerify(token, key, { algorithms: ['EdDSA'], issuer: GATEWAY, audience: AUDIENCE })).payload;
  } catch {
    // Invalid credentials are refused like any other.
    return undefined;
  }
}
