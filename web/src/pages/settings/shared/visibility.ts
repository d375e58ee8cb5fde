import { choice } from '#components/settings/fields';

/** Who can see a project, group or snippet. */
export const visibilityField = choice('Visible to', [
  { value: 'private', text: 'Members (private)' },
  { value: 'internal', text: 'Signed-in users (internal)' },
  { value: 'public', text: 'Everybody (public)' },
]);
