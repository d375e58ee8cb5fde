import type { ReactNode } from 'react';
import { useTitle } from '#lib/use-title';
import { SettingsLayout } from '../shared/settings-layout';

const tabs = [
  { text: 'Profile', to: '/-/profile' },
  { text: 'Password', to: '/-/profile/password/edit' },
  { text: 'Two-factor authentication', to: '/-/profile/two_factor_auth' },
  { text: 'Email addresses', to: '/-/profile/emails' },
  { text: 'Notifications', to: '/-/profile/notifications' },
  { text: 'Access tokens', to: '/-/user_settings/personal_access_tokens' },
  { text: 'SSH keys', to: '/-/user_settings/ssh_keys' },
  { text: 'GPG keys', to: '/-/user_settings/gpg_keys' },
  { text: 'Sign-ins', to: '/-/user_settings/active_sessions' },
  { text: 'Account', to: '/-/profile/account' },
];

/** The frame of the settings of the visitor. */
export function UserSettings({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title, 'Your settings');
  return (
    <SettingsLayout name="Your settings" title={title} crumbs={[]} tabs={tabs}>
      {children}
    </SettingsLayout>
  );
}
