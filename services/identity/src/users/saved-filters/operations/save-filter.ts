import { operation, type Call } from '@forgemesh/rpc';
import { NotFoundError, ValidationError } from '@forgemesh/errors';
import { SavedFilterServiceDefinition } from '@forgemesh/proto/identity/v1/saved_filter';
import type { SavedFiltersDeps } from '../deps';

/** Limited, because all filters of a user are in one document. */
const MAX_FILTERS = 20;

/** Saves a filter of the caller; an existing one keeps its position. */
export const saveFilter = operation(
  SavedFilterServiceDefinition.saveFilter,
  async ({ list, name, query }, { deps, principal }: Call<SavedFiltersDeps>) => {
    const saved = { list, name: name.trim(), query };
    const user = await deps.users.mutate(principal.id, ({ saved_filters: filters = [] }) => {
      const index = filters.findIndex((filter) => filter.list === list && filter.name === saved.name);
      if (index === -1 && filters.length >= MAX_FILTERS)
        throw new ValidationError({ base: [`can have at most ${MAX_FILTERS} saved filters`] });
      return { set: { saved_filters: index === -1 ? [...filters, saved] : filters.with(index, saved) } };
    });
    if (!user) throw new NotFoundError('User');
    return saved;
  },
);
