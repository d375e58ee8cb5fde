/** Validation of nodes, with the messages of the API. */
import { isDuplicateKey, type EntityStore } from '@forgemesh/data';
import { ValidationError } from '@forgemesh/errors';
import { nodeKeys, type NodeDocument, type NodeSettings } from './node.model';

const taken = ['has already been taken'];

/**
 * Normalizes a URL to end with a slash. Throws ValidationError if it is not a valid http(s) URL.
 */
export function nodeUrl(field: 'url' | 'internal_url', text: string): string {
  if (!URL.canParse(text)) throw new ValidationError({ [field]: ['is blocked: URI is invalid'] });
  const url = new URL(text);
  if (!['http:', 'https:'].includes(url.protocol))
    throw new ValidationError({ [field]: ['is blocked: Only allowed schemes are http, https'] });
  if (url.username || url.password || url.search || url.hash)
    throw new ValidationError({ [field]: ['is blocked: URI is invalid'] });
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** Normalizes the URL for other nodes; null means the same as `url`. */
export function internalUrl(text: string | null | undefined): string | null {
  return text ? nodeUrl('internal_url', text) : null;
}

/** Throws ValidationError for a primary with settings that only secondaries have. */
export function assertApplicable({
  primary,
  enabled,
  paused,
  selective_sync_type: type,
}: Pick<NodeDocument, 'primary' | 'enabled' | 'paused' | 'selective_sync_type'>): void {
  if (!primary) return;
  if (!enabled) throw new ValidationError({ enabled: ['Geo primary node cannot be disabled'] });
  if (paused) throw new ValidationError({ paused: ['is only for secondary nodes'] });
  if (type) throw new ValidationError({ selective_sync_type: ['is only for secondary nodes'] });
}

/** Runs a write of a node and converts a violated unique index into a ValidationError by field. */
export async function writeUnique<T>(
  store: EntityStore<NodeDocument>,
  node: Pick<NodeSettings, 'name' | 'url'> & { _id: number; primary: boolean },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const keys = nodeKeys(node);
    const others = await store.model
      .find({
        _id: { $ne: node._id },
        $or: [{ name_key: keys.name_key }, { url_key: keys.url_key }, { primary: true }],
      })
      .lean<NodeDocument[]>();
    const fields = {
      ...(others.some((other) => other.name_key === keys.name_key) && { name: taken }),
      ...(others.some((other) => other.url_key === keys.url_key) && { url: taken }),
      ...(node.primary && others.some(({ primary }) => primary) && { primary: ['node already exists'] }),
    };
    // The conflicting node may have been deleted in the meantime.
    throw Object.keys(fields).length > 0 ? new ValidationError(fields) : error;
  }
}
