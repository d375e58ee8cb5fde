/** Seals password hashes, each bound to its user. */
import type { SecretBox } from '@forgemesh/security';

/** Seals a hash for its user. */
export function sealHash(box: SecretBox, userId: number, hash: string): string {
  return box.seal(`${userId}:${hash}`);
}

/** Opens a sealed hash; undefined if it is that of another user, or no known key opens it. */
export function openHash(box: SecretBox, userId: number, sealed: string): string | undefined {
  const owner = `${userId}:`;
  try {
    const opened = box.open(sealed);
    return opened.startsWith(owner) ? opened.slice(owner.length) : undefined;
  } catch {
    return undefined;
  }
}
