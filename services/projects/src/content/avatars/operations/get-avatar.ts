import { downloadAvatar } from '@forgemesh/data';
import { AvatarServiceDefinition } from '@forgemesh/proto/projects/v1/avatar';
import { downloadOperation, type Call } from '@forgemesh/rpc';
import type { HasAvatar } from '#namespaces';
import type { AvatarsDeps } from '../deps';

/** Downloads the avatar of a project. */
export const getProjectAvatar = downloadOperation(
  AvatarServiceDefinition.getProjectAvatar,
  async (request, call: Call<AvatarsDeps>) => {
    const id = call.resource('id').id;
    const of = await call.deps.projects.model.findById(id, { avatar: 1 }).lean<HasAvatar>();
    return downloadAvatar(call.deps.avatarFiles, of?.avatar, request.file_name);
  },
);

/** Downloads the avatar of a group. */
export const getGroupAvatar = downloadOperation(
  AvatarServiceDefinition.getGroupAvatar,
  async (request, call: Call<AvatarsDeps>) => {
    const id = call.resource('id').id;
    const of = await call.deps.namespaces.model.findById(id, { avatar: 1 }).lean<HasAvatar>();
    return downloadAvatar(call.deps.avatarFiles, of?.avatar, request.file_name);
  },
);
