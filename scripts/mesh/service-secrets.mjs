// The secret of each service, under which it seals and digests what it stores: none of them can open what another one has sealed.

import { hkdfSync, randomBytes } from 'node:crypto';

/** Before the material from which the secret of each service is derived. What has no such word is known to all services. */
const DERIVED = 'derive:';

/** Material for secrets, as it stands in the file `secret`. */
export function newMaterial() {
  return `${DERIVED}${randomBytes(32).toString('hex')}`;
}

/**
 * Adds material from which secrets of services are derived, where there is none: what was sealed before stays readable, and is sealed
 * again as in a rotation.
 * @param {string} material of the file `secret`: the present one first, comma-separated
 * @returns {string} the same text where nothing is missing
 */
export function withDerivedMaterial(material) {
  return material.split(',').some((item) => item.startsWith(DERIVED)) ? material : `${newMaterial()},${material}`;
}

/**
 * @param {string} material of the file `secret`
 * @param {string} service
 * @returns {string} the service's `FORGE_SECRET`: 64 hexadecimal digits for each derived part
 */
export function secretOf(material, service) {
  const derive = (/** @type {string} */ item) =>
    Buffer.from(hkdfSync('sha256', item.slice(DERIVED.length), 'forgemesh', `service:${service}`, 32)).toString('hex');
  return material
    .split(',')
    .map((item) => (item.startsWith(DERIVED) ? derive(item) : item))
    .join(',');
}
