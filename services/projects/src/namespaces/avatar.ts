/** Avatars of projects and groups. */
import { avatarPath, removeReplacedAvatar as drop, storeAvatar as keep, type Avatar } from '@forgemesh/data';
import type { SmallFile } from '@forgemesh/proto/api/v1/small_file';
import type { NamespacesDeps } from './deps';

/** An object with an avatar. */
export interface HasAvatar {
  _id: number;
  avatar?: Avatar | null;
}

/** Stores the avatar of a request. Returns null if it is removed, undefined if it is unchanged. */
export function storeAvatar(
  { avatarFiles }: Pick<NamespacesDeps, 'avatarFiles'>,
  sent: SmallFile | undefined,
): Promise<Avatar | null | undefined> {
  return keep(avatarFiles, sent);
}

/** Removes the replaced or deleted avatar file. */
export function deleteAvatar(
  { avatarFiles }: Pick<NamespacesDeps, 'avatarFiles'>,
  before: Avatar | null | undefined,
  now: Avatar | null | undefined,
): Promise<void> {
  return drop(avatarFiles, before, now);
}

/** URL of an avatar; null if there is none. */
export function avatarUrl(
  { urls }: Pick<NamespacesDeps, 'urls'>,
  kind: 'project' | 'group',
  { _id: id, avatar }: HasAvatar,
): string | null {
  const path = avatarPath(kind, id, avatar);
  return path === null ? null : urls.page(path);
}
