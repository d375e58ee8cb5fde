import type { UserPreferences } from '@forgemesh/proto/identity/v1/user_preferences';
import type { UserDocument } from '#users/accounts';

/** Presents the preferences of a user, with defaults for those not set. */
export function presentUserPreferences({ _id: id, preferences }: UserDocument): UserPreferences {
  return {
    id,
    user_id: id,
    view_diffs_file_by_file: preferences?.view_diffs_file_by_file ?? false,
    show_whitespace_in_diffs: preferences?.show_whitespace_in_diffs ?? true,
    preferred_language: preferences?.preferred_language ?? 'auto',
  };
}
