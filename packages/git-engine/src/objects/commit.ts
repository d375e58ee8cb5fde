/** Commits, parsed from git's objects and cached by id. */
import { GitError } from '../errors';
import type { Repository } from '../worker/repository';
import { decodeText } from './text';

/** Author or committer, with the time as git stores it. */
export interface Signature {
  name: string;
  email: string;
  /** Seconds since 1970. */
  seconds: number;
  /** Offset from UTC as `+hhmm` or `-hhmm`. */
  zone: string;
}

export interface Commit {
  id: string;
  tree_id: string;
  parent_ids: string[];
  author: Signature;
  committer: Signature;
  /** The whole message as stored, including the final newline. */
  message: string;
  /** Whether it has an OpenPGP signature. */
  has_signature: boolean;
}

const cacheBytes = 16 * 1024 * 1024;

/** Reads a commit; undefined when the id is not a commit (tags are not followed). */
export async function findCommit(repository: Repository, id: string): Promise<Commit | undefined> {
  const cache = commitCache(repository);
  const cached = cache.get(id);
  if (cached !== undefined) return cached;
  const object = await repository.read(id);
  if (object?.type !== 'commit') return undefined;
  const commit = parseCommit(id, object.data);
  cache.set(id, commit);
  return commit;
}

/** Reads a commit that must exist. Errors: `object_not_found`. */
export async function readCommit(repository: Repository, id: string): Promise<Commit> {
  const commit = await findCommit(repository, id);
  if (commit === undefined) throw new GitError('object_not_found', `there is no commit ${id}`);
  return commit;
}

/** The commit if it is in the cache. */
export function cachedCommit(repository: Repository, id: string): Commit | undefined {
  return commitCache(repository).peek(id);
}

function commitCache(repository: Repository) {
  return repository.cache<Commit>('commits', cacheBytes, (commit) => 900 + commit.message.length * 2);
}

/** Parses the content of a commit object. */
export function parseCommit(id: string, data: Buffer): Commit {
  const headerEnd = data.indexOf('\n\n');
  const header = data.subarray(0, headerEnd < 0 ? data.length : headerEnd);
  const fields = headerFields(header);
  const encoding = fields.get('encoding')?.[0]?.toString('latin1');
  return {
    id,
    tree_id: fields.get('tree')?.[0]?.toString('latin1') ?? '',
    parent_ids: (fields.get('parent') ?? []).map((value) => value.toString('latin1')),
    author: parseSignature(decodeText(fields.get('author')?.[0], encoding)),
    committer: parseSignature(decodeText(fields.get('committer')?.[0], encoding)),
    message: headerEnd < 0 ? '' : decodeText(data.subarray(headerEnd + 2), encoding),
    // Signatures by SSH keys and certificates have the same header.
    has_signature: fields.get('gpgsig')?.[0]?.includes('BEGIN PGP SIGNATURE') ?? false,
  };
}

/** The header lines of a commit or tag object by name; continuation lines are left out. */
export function headerFields(header: Buffer): Map<string, Buffer[]> {
  const fields = new Map<string, Buffer[]>();
  for (let from = 0; from < header.length;) {
    const newline = header.indexOf(10, from);
    const end = newline < 0 ? header.length : newline;
    const space = header.indexOf(32, from);
    // A line that starts with a space continues the previous one (signatures).
    if (space > from && space < end) {
      const name = header.toString('latin1', from, space);
      const values = fields.get(name);
      if (values === undefined) fields.set(name, [header.subarray(space + 1, end)]);
      else values.push(header.subarray(space + 1, end));
    }
    from = end + 1;
  }
  return fields;
}

const signature = /^(.*?) ?<([^>]*)>(?: (-?\d+)(?: ([+-]\d{4}))?)?/s;

/** Parses `Name <email> seconds zone`; missing parts become empty or 0. */
export function parseSignature(text: string): Signature {
  const match = signature.exec(text);
  return {
    name: match?.[1] ?? text,
    email: match?.[2] ?? '',
    seconds: Number(match?.[3] ?? 0),
    zone: match?.[4] ?? '+0000',
  };
}
