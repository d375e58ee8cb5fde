import { type Call, operation, type ResponseOf } from '@forgemesh/rpc';
import type { Suggestion } from '@forgemesh/proto/collaboration/v1/note';
import { SuggestionServiceDefinition } from '@forgemesh/proto/collaboration/v1/suggestion';
import { applySuggestions } from '../apply-suggestions';
import type { SuggestionsDeps } from '../deps';

/** Applies one suggestion. */
export const applySuggestion = operation(
  SuggestionServiceDefinition.applySuggestion,
  async ({ id, commit_message: message }, call: Call<SuggestionsDeps>) =>
    (await applySuggestions(call, [id], message))[0] as ResponseOf<Suggestion>,
);
