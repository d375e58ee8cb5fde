import { UserPreferencesServiceDefinition } from '@forgemesh/proto/identity/v1/user_preferences';
import { operation } from '#operation';
import { requireUser } from '#users/users/find-user';
import { presentUserPreferences } from '../user-preferences.entity';

/** Gets the caller's preferences. */
export const getUserPreferences = operation(
  UserPreferencesServiceDefinition.getUserPreferences,
  async (_request, { deps, principal }) => presentUserPreferences(await requireUser(deps, principal.id)),
);
