// Derives the secret of each service from shared key material, so that no service can open what
// another one has sealed.

import { hkdfSync, randomBytes } from 'node:crypto';

/**
 * Prefix of key material from which secrets are derived. An item without it is used by all services
 * as it is.
 */
const DERIVED = 'derive:';

/** New key material for the file `secret`. */
export function newMaterial() {
  return `${DERIVED}${randomBytes(32).toString('hex')}`;
}

/**
 * Prepends new key material if there is none to derive from. What was sealed before stays readable
 * and is resealed, as in a rotation.
 * @param material of the file `secret`: the present one first, comma-separated
 * @returns the same text where nothing is missing
 */
export function withDerivedMaterial(material: string): string {
  return material.split(',').some((item) => item.startsWith(DERIVED)) ? material : `${newMaterial()},${material}`;
}

/**
 * @param material of the file `secret`
 * @returns the service's `FORGE_SECRET`: 64 hexadecimal digits for each derived part
 */
export function secretOf(material: string, service: string): string {
  const derive = (item: string) =>
    Buffer.from(hkdfSync('sha256', item.slice(DERIVED.length), 'forgemesh', `service:${service}`, 32)).toString('hex');
  return material
    .split(',')
    .map((item) => (item.startsWith(DERIVED) ? derive(item) : item))
    .join(',');
}
