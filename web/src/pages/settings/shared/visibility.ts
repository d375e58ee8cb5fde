import { t } from '@lingui/core/macro';
import { choice } from '#components/settings/fields';

/** Who can see a project, group or snippet. */
export const visibilityField = choice(t`Visible to`, [
  { value: 'private', text: t`Members (private)` },
  { value: 'internal', text: t`Signed-in users (internal)` },
  { value: 'public', text: t`Everybody (public)` },
]);
