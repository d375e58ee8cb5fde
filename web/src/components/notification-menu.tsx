/** How much of a project or group the visitor is notified of. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Bell, BellOff, Check } from 'lucide-react';
import { notificationLevels } from '#data/notification-levels';
import {
  notificationSettingKeys,
  getOwnerNotificationSettings,
  updateOwnerNotificationSettings,
} from '#data/notification-settings';
import type { Owner } from '#data/owner';
import { useAction } from '#lib/use-action';
import { useIsSignedIn } from '#session/use-session';
import { Menu } from './menu';

/** Shows the level, and offers others. Anonymous visitors have none. */
export function NotificationMenu({ owner }: { owner: Owner }) {
  const isSignedIn = useIsSignedIn();
  const queryKey = notificationSettingKeys.of(owner);
  const { data } = useQuery({
    queryKey,
    queryFn: () => getOwnerNotificationSettings(owner),
    enabled: isSignedIn,
    staleTime: 60_000,
  });
  const { run, isBusy } = useAction(queryKey);
  if (!isSignedIn) return null;
  const current = notificationLevels.find(({ value }) => value === data?.level);
  const Icon = data?.level === 'disabled' ? BellOff : Bell;
  return (
    <Menu
      label={current ? t`Notifications: ${current.text}` : t`Notifications`}
      className="button button-icon"
      button={<Icon size={16} aria-hidden="true" />}
    >
      {notificationLevels.map(({ value, text }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === data?.level}
          disabled={isBusy}
          onClick={() =>
            void run(() => updateOwnerNotificationSettings(owner, { level: value }), t`Notifications: ${text}.`)
          }
        >
          <Check size={15} aria-hidden="true" visibility={value === data?.level ? 'visible' : 'hidden'} />
          {text}
        </button>
      ))}
    </Menu>
  );
}
