import { operation, type Call } from '@forgemesh/rpc';
import { UserPreferencesServiceDefinition } from '@forgemesh/proto/identity/v1/user_preferences';
import { requireUser } from '#users/accounts';
import { presentUserPreferences } from '../user-preferences.entity';
import type { PreferencesDeps } from '../deps';

/** Gets the caller's preferences. */
export const getUserPreferences = operation(
  UserPreferencesServiceDefinition.getUserPreferences,
  async (_request, { deps, principal }: Call<PreferencesDeps>) =>
    presentUserPreferences(await requireUser(deps, principal.id)),
);
