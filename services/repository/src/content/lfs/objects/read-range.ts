import type { ByteRange } from '@forgemesh/objects';

const oneRange = /^bytes=(\d{0,16})-(\d{0,16})$/;

/**
 * Reads a Range header (RFC 9110, 14.2): undefined for the whole content, as for several ranges and
 * any other unit, which a server may ignore.
 */
export function readRange(header: unknown, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = typeof header === 'string' ? (oneRange.exec(header) ?? []) : [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start > end ? 'unsatisfiable' : { start, end };
}
