/** Annotated tags, and peeling of any object to its commit. */
import type { Repository } from '../worker/repository';
import { type Signature, headerFields, parseSignature } from './commit';
import { decodeText } from './text';

export interface Tag {
  id: string;
  /** Id and type of the tagged object. */
  target_id: string;
  target_type: string;
  name: string;
  tagger: Signature | null;
  /** The message without signature, including the final newline. */
  message: string;
}

const cacheBytes = 8 * 1024 * 1024;
const maxTagDepth = 10;
const signatureStart = /^-----BEGIN (?:PGP|SSH|SIGNED) /m;

/** Reads an annotated tag; undefined when the id is not one. */
export async function findTag(repository: Repository, id: string): Promise<Tag | undefined> {
  const cache = repository.cache<Tag>('tags', cacheBytes, (tag) => 500 + tag.message.length * 2);
  const cached = cache.get(id);
  if (cached !== undefined) return cached;
  const object = await repository.read(id);
  if (object?.type !== 'tag') return undefined;
  const tag = parseTag(id, object.data);
  cache.set(id, tag);
  return tag;
}

/** Parses the content of a tag object. */
export function parseTag(id: string, data: Buffer): Tag {
  const headerEnd = data.indexOf('\n\n');
  const fields = headerFields(data.subarray(0, headerEnd < 0 ? data.length : headerEnd));
  const value = (name: string): Buffer | undefined => fields.get(name)?.[0];
  const encoding = value('encoding')?.toString('latin1');
  const tagger = value('tagger');
  const text = headerEnd < 0 ? '' : decodeText(data.subarray(headerEnd + 2), encoding);
  const signed = text.search(signatureStart);
  return {
    id,
    target_id: decodeText(value('object')),
    target_type: decodeText(value('type')),
    name: decodeText(value('tag')),
    tagger: tagger === undefined ? null : parseSignature(decodeText(tagger, encoding)),
    message: signed < 0 ? text : text.slice(0, signed),
  };
}

/** The id of the commit that an object is or that a tag leads to; undefined for other objects. */
export async function peelToCommit(repository: Repository, id: string): Promise<string | undefined> {
  let current = id;
  for (let depth = 0; depth < maxTagDepth; depth += 1) {
    const info = await repository.info(current);
    if (info?.type === 'commit') return current;
    if (info?.type !== 'tag') return undefined;
    const tag = await findTag(repository, current);
    if (tag === undefined) return undefined;
    current = tag.target_id;
  }
  return undefined;
}
