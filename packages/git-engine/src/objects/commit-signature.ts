/** Extracts the signature of a commit and the exact signed bytes. */
import { GitError } from '../errors';
import type { GitContext } from '../worker/context';

export interface CommitSignature {
  /** Armoured text as stored (OpenPGP, SSH or X.509). */
  signature: string;
  /** The bytes that were signed: the commit without its signature. */
  payload: Buffer;
}

const header = 'gpgsig ';

/** The signature, or null for an unsigned commit. Errors: `object_not_found`. */
export async function commitSignature(
  context: GitContext,
  input: { repo: string; id: string },
): Promise<CommitSignature | null> {
  const object = await context.repository(input.repo).read(input.id);
  if (object?.type !== 'commit') throw new GitError('object_not_found', `there is no commit ${input.id}`);
  return splitSignature(object.data);
}

/** Splits a commit's content into signature and payload. */
export function splitSignature(data: Buffer): CommitSignature | null {
  const messageAt = data.indexOf('\n\n');
  const start = data.indexOf(`\n${header}`) + 1;
  if (start === 0 || (messageAt >= 0 && start > messageAt)) return null;
  // Each further line of the signature starts with a space.
  let end = data.indexOf(10, start) + 1;
  while (data[end] === 32) end = data.indexOf(10, end) + 1;
  const lines = data.toString('utf8', start + header.length, end).split('\n');
  const signature = lines.map((line, index) => (index === 0 ? line : line.slice(1))).join('\n');
  return { signature, payload: Buffer.concat([data.subarray(0, start), data.subarray(end)]) };
}
