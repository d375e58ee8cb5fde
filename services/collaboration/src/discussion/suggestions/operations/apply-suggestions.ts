import { type Call, operation } from '@forgemesh/rpc';
import { SuggestionServiceDefinition } from '@forgemesh/proto/collaboration/v1/suggestion';
import { applySuggestions as apply } from '../apply-suggestions';
import type { SuggestionsDeps } from '../deps';

/** Applies several suggestions of a merge request with one commit. */
export const applySuggestions = operation(
  SuggestionServiceDefinition.applySuggestions,
  async ({ ids = [], commit_message: message }, call: Call<SuggestionsDeps>) => ({
    suggestions: await apply(call, ids, message),
  }),
);
