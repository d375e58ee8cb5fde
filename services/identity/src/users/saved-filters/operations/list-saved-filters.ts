import { operation, type Call } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { SavedFilterServiceDefinition } from '@forgemesh/proto/identity/v1/saved_filter';
import { requireUser } from '#users/accounts';
import type { SavedFiltersDeps } from '../deps';

/** Lists the caller's saved filters in the order in which they were first saved. */
export const listSavedFilters = operation(
  SavedFilterServiceDefinition.listSavedFilters,
  async (request, call: Call<SavedFiltersDeps>) => {
    const { saved_filters: filters = [] } = await requireUser(call.deps, call.principal.id);
    const wanted = filters.filter(({ list }) => request.list === undefined || list === request.list);
    return { saved_filters: pageRows(call, wanted, request) };
  },
);
