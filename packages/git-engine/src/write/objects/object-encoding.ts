/** Encodes git objects (SHA-1 format) and computes their ids. Nothing here accesses the disk. */
import { createHash } from 'node:crypto';
import { formatIdentity, type Identity } from '../identity';

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';

/**
 * One entry of a tree. `name` holds the raw bytes of the name as latin1, because names need not be
 * UTF-8.
 */
export interface TreeEntry {
  /** As stored by git: `100644`, `100755`, `120000`, `160000` or `40000`. */
  mode: string;
  name: string;
  id: string;
}

/** The fields of a commit. Ids are 40 hex digits; the message is stored unchanged. */
export interface CommitFields {
  tree: string;
  parents: readonly string[];
  author: Identity;
  committer: Identity;
  message: string;
}

/** The fields of an annotated tag. */
export interface TagFields {
  object: string;
  object_type: ObjectType;
  name: string;
  tagger: Identity;
  message: string;
}

/** The header that precedes an object's content in its file and in its hash. */
export function objectHeader(type: ObjectType, size: number): Buffer {
  return Buffer.from(`${type} ${size}\0`, 'latin1');
}

export function objectId(type: ObjectType, content: Buffer): string {
  return createHash('sha1').update(objectHeader(type, content.length)).update(content).digest('hex');
}

/**
 * Accepts entries in any order; they are written in git's order, in which a folder sorts as if its
 * name ended with a slash.
 */
export function encodeTree(entries: readonly TreeEntry[]): Buffer {
  const sorted = entries
    .map((entry) => ({ entry, key: entry.mode === '40000' ? `${entry.name}/` : entry.name }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const parts: Buffer[] = [];
  for (const { entry } of sorted) {
    parts.push(Buffer.from(`${entry.mode} ${entry.name}\0`, 'latin1'), Buffer.from(entry.id, 'hex'));
  }
  return Buffer.concat(parts);
}

/** The entries of a tree object. Throws for bytes that are not a tree. */
export function decodeTree(content: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < content.length) {
    const space = content.indexOf(0x20, at);
    const end = space < 0 ? -1 : content.indexOf(0, space);
    if (end < 0 || end + 21 > content.length) throw new Error('malformed tree object');
    entries.push({
      mode: content.toString('latin1', at, space).replace(/^0+/, ''),
      name: content.toString('latin1', space + 1, end),
      id: content.toString('hex', end + 1, end + 21),
    });
    at = end + 21;
  }
  return entries;
}

export function encodeCommit(commit: CommitFields): Buffer {
  const lines = [`tree ${commit.tree}`];
  for (const parent of commit.parents) lines.push(`parent ${parent}`);
  lines.push(`author ${formatIdentity(commit.author)}`, `committer ${formatIdentity(commit.committer)}`);
  return Buffer.from(`${lines.join('\n')}\n\n${commit.message}`);
}

export function encodeTag(tag: TagFields): Buffer {
  const message = tag.message.endsWith('\n') ? tag.message : `${tag.message}\n`;
  const lines = [
    `object ${tag.object}`,
    `type ${tag.object_type}`,
    `tag ${tag.name}`,
    `tagger ${formatIdentity(tag.tagger)}`,
  ];
  return Buffer.from(`${lines.join('\n')}\n\n${message}`);
}
