import type { ResponseOf } from '@forgemesh/rpc';
import type { PipelineUser } from '@forgemesh/proto/repository/v1/pipeline';
import type { UserDocument } from './user.model';

/** Presents a user in short form; null for a deleted user. */
export function presentUser(user: UserDocument | undefined): ResponseOf<PipelineUser> | null {
  if (!user) return null;
  const { _id: id, name, username, state, avatar_url, web_url } = user;
  return { id, name, username, state, avatar_url, web_url };
}
