/** Pointers of Git LFS: small blobs that stand for large files stored elsewhere. */

/** The object that a pointer stands for. */
export interface LfsPointer {
  /** SHA-256 of its content, in hex. */
  oid: string;
  /** Bytes. */
  size: number;
}

/** Sizes of blobs that may be pointers, in bytes: one without extensions has at least the first. */
export const MIN_POINTER_BYTES = 126;
/** Larger blobs are never pointers. */
export const MAX_POINTER_BYTES = 1023;

const text =
  /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\/v1\n(?:ext-\d-[^\n]+\n)*oid sha256:([0-9a-f]{64})\nsize (\d{1,16})\s*$/;
/** What every pointer begins with. */
const POINTER_BEGINNING = Buffer.from('version https://');

/** Reads the content of a blob; null if it is not a pointer. */
export function parsePointer(data: Buffer): LfsPointer | null {
  if (data.length < MIN_POINTER_BYTES || data.length > MAX_POINTER_BYTES) return null;
  if (!data.subarray(0, POINTER_BEGINNING.length).equals(POINTER_BEGINNING)) return null;
  const [, oid, digits] = text.exec(data.toString('latin1')) ?? [];
  const size = Number(digits);
  return oid !== undefined && Number.isSafeInteger(size) ? { oid, size } : null;
}

/** The content of the blob that stands for an object. */
export function buildPointer({ oid, size }: LfsPointer): Buffer {
  return Buffer.from(`version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`);
}
