/** Levels of notifications as options of a field. */
import { t } from '@lingui/core/macro';

export const notificationLevels = [
  { value: 'participating', text: t`What you take part in` },
  { value: 'watch', text: t`All activity` },
  { value: 'mention', text: t`When you are mentioned` },
  { value: 'custom', text: t`Chosen events` },
  { value: 'disabled', text: t`Nothing` },
  { value: 'global', text: t`The default level` },
] as const;
