/**
 * Copies the files attached to texts that move to another project, so that they stay readable
 * there.
 */
import { isForgeError } from '@forgemesh/errors';
import { uploadsIn } from './rewrite-references';
import type { AccessDeps } from '#access';

/** Further files are not copied; their URLs keep naming the source project. */
const MAX_FILES = 100;
const COPY_TIMEOUT_MS = 60_000;

/** The source and destination project of texts. */
export interface TextMove {
  from_project_id: number;
  to_project_id: number;
  /** User who moves them. */
  actor: number;
  /** Identifies the move: each file is copied once for each key. */
  key: string;
}

/** Secrets of the copies by the secret and name of the originals, `<secret>/<name>`. */
export type CopiedUploads = ReadonlyMap<string, string>;

/**
 * Copies the files that texts refer to. Files that do not exist, and all files if the user may no
 * longer read both projects, are left out. Safe to repeat.
 */
export async function copyUploadsOf(
  { clients }: Pick<AccessDeps, 'clients'>,
  texts: readonly string[],
  { from_project_id, to_project_id, actor, key }: TextMove,
): Promise<CopiedUploads> {
  const named = [...new Set(texts.flatMap(uploadsIn))].slice(0, MAX_FILES);
  if (named.length === 0) return new Map();
  const [user] = (await clients.users.listUserProfiles({ ids: [actor] })).users;
  if (user?.state !== 'active') return new Map();
  const uploads = named.map((one) => {
    const [secret = '', file_name = ''] = one.split('/');
    return { secret, file_name };
  });
  const subject = { user_id: user.id, admin: user.admin, external: user.external };
  try {
    const request = { subject, from_project_id, to_project_id, key, uploads };
    const { copies } = await clients.uploads.copyUploads(request, { timeoutMs: COPY_TIMEOUT_MS });
    return new Map(copies.map(({ secret, file_name, new_secret }) => [`${secret}/${file_name}`, new_secret]));
  } catch (error) {
    if (isForgeError(error) && error.reason === 'forbidden') return new Map();
    throw error;
  }
}
