// Derives the secret of each service from shared key material, so that no service can decrypt data
// of another.

import { hkdfSync, randomBytes } from 'node:crypto';

/**
 * Prefix of key material from which secrets are derived. An item without it is used unchanged by
 * all services.
 */
const DERIVED = 'derive:';

/** New key material for the file `secret`. */
export function newMaterial() {
  return `${DERIVED}${randomBytes(32).toString('hex')}`;
}

/**
 * Prepends derivable key material if none exists. Data encrypted before remains readable and is
 * re-encrypted, as in a rotation.
 * @param material content of the file `secret`: comma-separated, the current item first
 * @returns the unchanged text if nothing is missing
 */
export function withDerivedMaterial(material: string): string {
  return material.split(',').some((item) => item.startsWith(DERIVED)) ? material : `${newMaterial()},${material}`;
}

/**
 * @param material content of the file `secret`
 * @returns the service's `FORGE_SECRET`: 64 hexadecimal digits for each derived item
 */
export function secretOf(material: string, service: string): string {
  const derive = (item: string) =>
    Buffer.from(hkdfSync('sha256', item.slice(DERIVED.length), 'forgemesh', `service:${service}`, 32)).toString('hex');
  return material
    .split(',')
    .map((item) => (item.startsWith(DERIVED) ? derive(item) : item))
    .join(',');
}
