import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { UserPreferencesServiceDefinition } from '@forgemesh/proto/identity/v1/user_preferences';
import { presentUserPreferences } from '../user-preferences.entity';
import type { PreferencesDeps } from '../deps';

/** Updates the caller's preferences. */
export const updateUserPreferences = operation(
  UserPreferencesServiceDefinition.updateUserPreferences,
  async (request, { deps, principal }: Call<PreferencesDeps>) => {
    const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
    const user = await deps.users.mutate(principal.id, ({ preferences }) => ({
      set: { preferences: { ...preferences, ...given } },
    }));
    if (!user) throw new NotFoundError('User');
    return presentUserPreferences(user);
  },
);
