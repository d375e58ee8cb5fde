/** Preferences of users. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '#api/client';
import type { BodyOf } from '#api/types';
import { showError } from '#lib/messages';
import { useIsSignedIn } from '#session/use-session';

/** Keys of the queries of preferences. */
export const diffPreferenceKeys = {
  of: (isSignedIn: boolean) => ['diff-preferences', isSignedIn],
} as const;

/** The preferences. */
export interface DiffPreferences {
  /** Whether one file is shown at a time. */
  view_diffs_file_by_file: boolean;
  /** Whether changes of whitespace are shown. */
  show_whitespace_in_diffs: boolean;
}

const defaults: DiffPreferences = { view_diffs_file_by_file: false, show_whitespace_in_diffs: true };

/**
 * How changes are shown, and a function that changes it; the defaults until they are loaded. The
 * choices of visitors last until a reload.
 */
export function useDiffPreferences() {
  const isSignedIn = useIsSignedIn();
  const client = useQueryClient();
  const queryKey = diffPreferenceKeys.of(isSignedIn);
  const { data: preferences = defaults } = useQuery<DiffPreferences>({
    queryKey,
    queryFn: () => unwrap(api.GET('/api/v4/user/preferences')),
    enabled: isSignedIn,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const changePreferences = async (changes: Partial<DiffPreferences>): Promise<void> => {
    client.setQueryData<DiffPreferences>(queryKey, { ...preferences, ...changes });
    if (!isSignedIn) return;
    try {
      await unwrap(api.PUT('/api/v4/user/preferences', { body: changes }));
    } catch (error) {
      showError(error);
      await client.invalidateQueries({ queryKey });
    }
  };
  return { preferences, changePreferences };
}

type PreferencesBody = BodyOf<'put', '/api/v4/user/preferences'>;

/** Update the preferred language of the current user. */
export function updatePreferredLanguage(language: NonNullable<PreferencesBody['preferred_language']>) {
  return unwrap(api.PUT('/api/v4/user/preferences', { body: { preferred_language: language } }));
}
