/**
 * Gets the avatar of an email: a user's uploaded picture, or a URL at the configured avatar
 * service.
 */
import { operation, type Call } from '@forgemesh/rpc';
import { ForbiddenError } from '@forgemesh/errors';
import { AvatarServiceDefinition } from '@forgemesh/proto/identity/v1/avatar';
import { avatarUrlOf, type UserDocument } from '#users/accounts';
import { serviceUrlOf } from '../service-url';
import type { AvatarsDeps } from '../deps';

const DEFAULT_SIZE = 40;

export const getAvatar = operation(
  AvatarServiceDefinition.getAvatar,
  async ({ email, size }, call: Call<AvatarsDeps>) => {
    const { avatarServiceUrl, settings, urls } = call.deps;
    const { avatarsvc_enabled: hasService, restricted_visibility_levels: restricted } = settings.current();
    if (!call.user && restricted.includes('public')) throw new ForbiddenError('Unauthorized access');
    const address = email.trim().toLowerCase();
    const user = await findByPublicEmail(call, address);
    const own = user && avatarUrlOf(urls, user);
    const template = hasService ? avatarServiceUrl : '';
    return { avatar_url: own ?? serviceUrlOf(template, address, size ?? DEFAULT_SIZE) };
  },
);

/** A public email is one of its user's emails, which are unique and indexed. */
async function findByPublicEmail({ deps }: Call<AvatarsDeps>, address: string): Promise<UserDocument | null> {
  const user = await deps.users.model
    .findOne({ $or: [{ email_lower: address }, { email_keys: address }] }, { avatar: 1, public_email: 1 })
    .lean<UserDocument>();
  return user?.public_email.toLowerCase() === address ? user : null;
}
