import { isObject } from './is-object';
import type { LfsCall } from './lfs-call';
import { LfsError } from './lfs-error';

/** Maximum size of a request without content: a batch of as many objects as are allowed. */
const MAX_BYTES = 1024 * 1024;

/** Reads an object in JSON. Throws LfsError for anything else. */
export async function readJson({ body }: LfsCall): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new LfsError(413, 'The request is too large.');
    chunks.push(Buffer.from(chunk));
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new LfsError(400, 'The request is not valid JSON.');
  }
  if (!isObject(value)) throw new LfsError(422, 'The request is not an object.');
  return value;
}
