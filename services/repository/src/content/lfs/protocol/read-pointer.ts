import type { LfsPointer } from '@forgemesh/git-engine';
import { isObject } from './is-object';
import { LfsError } from './lfs-error';

/** The digest that names an object. */
export const oidText = /^[0-9a-f]{64}$/;

/** Reads an object of a request. Throws LfsError for anything else. */
export function readPointer(value: unknown): LfsPointer {
  const { oid, size } = isObject(value) ? value : {};
  const isValid = typeof oid === 'string' && oidText.test(oid) && Number.isSafeInteger(size) && Number(size) >= 0;
  if (!isValid) throw new LfsError(422, 'An object has a SHA-256 and a size.');
  return { oid, size: Number(size) };
}
