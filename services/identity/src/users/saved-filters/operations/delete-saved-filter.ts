import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError } from '@forgemesh/errors';
import { SavedFilterServiceDefinition } from '@forgemesh/proto/identity/v1/saved_filter';
import type { SavedFiltersDeps } from '../deps';

/** Deletes a saved filter of the caller. */
export const deleteSavedFilter = operation(
  SavedFilterServiceDefinition.deleteSavedFilter,
  async ({ list, name }, { deps, principal }: Call<SavedFiltersDeps>) => {
    const user = await deps.users.mutate(principal.id, ({ saved_filters: filters = [] }) => {
      const kept = filters.filter((filter) => filter.list !== list || filter.name !== name);
      if (kept.length === filters.length) throw new NotFoundError();
      return { set: { saved_filters: kept } };
    });
    if (!user) throw new NotFoundError('User');
    return {};
  },
);
