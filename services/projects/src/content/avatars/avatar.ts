/** Pictures of projects and groups. */
import { avatarPath, dropAvatar as drop, keepAvatar as keep, type Avatar } from '@forgemesh/data';
import type { SmallFile } from '@forgemesh/proto/api/v1/small_file';
import type { Projects } from '../../deps';

/** What has a picture. */
export interface HasAvatar {
  _id: number;
  avatar?: Avatar | null;
}

/**
 * Keeps a picture that a client sends. Null for none any more, undefined where he says nothing of
 * it.
 */
export function storeAvatar({ avatarFiles }: Projects, sent: SmallFile | undefined): Promise<Avatar | null | undefined> {
  return keep(avatarFiles, sent);
}

/** Removes the picture that was replaced, or all of it where nothing is left. */
export function deleteAvatar(
  { avatarFiles }: Projects,
  before: Avatar | null | undefined,
  now: Avatar | null | undefined,
): Promise<void> {
  return drop(avatarFiles, before, now);
}

/** Address of a picture; null where there is none. */
export function avatarUrl(
  { urls }: Pick<Projects, 'urls'>,
  kind: 'project' | 'group',
  { _id: id, avatar }: HasAvatar,
): string | null {
  const path = avatarPath(kind, id, avatar);
  return path === null ? null : urls.page(path);
}
