import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { useTitle } from '#lib/use-title';
import { SettingsLayout } from '../shared/settings-layout';

const tabs = [
  { text: t`Profile`, to: '/-/profile' },
  { text: t`Password`, to: '/-/profile/password/edit' },
  { text: t`Two-factor authentication`, to: '/-/profile/two_factor_auth' },
  { text: t`Email addresses`, to: '/-/profile/emails' },
  { text: t`Notifications`, to: '/-/profile/notifications' },
  { text: t`Access tokens`, to: '/-/user_settings/personal_access_tokens' },
  { text: t`SSH keys`, to: '/-/user_settings/ssh_keys' },
  { text: t`GPG keys`, to: '/-/user_settings/gpg_keys' },
  { text: t`Sign-ins`, to: '/-/user_settings/active_sessions' },
  { text: t`Account`, to: '/-/profile/account' },
];

/** The frame of the settings of the visitor. */
export function UserSettings({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title, t`Your settings`);
  return (
    <SettingsLayout name={t`Your settings`} title={title} crumbs={[]} tabs={tabs}>
      {children}
    </SettingsLayout>
  );
}
