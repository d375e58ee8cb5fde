/** `/-/account/profile`, `password` and `deletion`: users change their own account. */
import type { ServiceClient } from '@forgemesh/rpc';
import type { OwnAccountServiceDefinition } from '@forgemesh/proto/identity/v1/own_account';
import type { UserResource } from './account-resource';

/** Creates the resources. */
export function ownAccount(accounts: ServiceClient<typeof OwnAccountServiceDefinition>): UserResource[] {
  return [
    {
      path: '/-/account/profile',
      pagePath: '/-/profile',
      async submitAsUser({ params, context }) {
        const { name, bio, location, organization, website_url, public_email } = params;
        const isPrivate = params['private_profile'];
        const change = {
          name,
          bio,
          location,
          organization,
          website_url,
          public_email,
          private_profile: isPrivate === undefined ? undefined : isPrivate === 'true',
          avatar: avatarOf(params),
        };
        const { username } = await accounts.updateOwnProfile(change, { context });
        return { username };
      },
    },
    {
      path: '/-/account/password',
      pagePath: '/-/profile/password',
      async loadAsUser({ context }) {
        const { has_password } = await accounts.getOwnAccount({}, { context });
        return { has_password };
      },
      async submitAsUser({ params: { current_password, password, password_confirmation }, context }) {
        const change = { current_password, password, password_confirmation };
        const { username } = await accounts.changeOwnPassword(change, { context });
        return { username };
      },
    },
    {
      path: '/-/account/deletion',
      pagePath: '/-/profile/account',
      async submitAsUser({ params: { password, otp_attempt }, context }) {
        const { username } = await accounts.deleteOwnAccount({ password, otp_attempt }, { context });
        return { username };
      },
    },
  ];
}

/** The picture as base64 text; an empty text removes it. */
function avatarOf({ avatar, avatar_name: name = 'avatar.png' }: Readonly<Record<string, string>>) {
  if (avatar === undefined) return undefined;
  return avatar === '' ? { name: '', content: '' } : { name, content: avatar };
}
