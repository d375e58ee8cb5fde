import { api, unwrap } from '#api/client';
import type { Entity } from '#api/types';

/** A suggested change of lines. */
export type Suggestion = Entity<'collaboration.Suggestion'>;

/** Apply a suggestion. */
export function applySuggestion(id: number, commitMessage?: string) {
  return unwrap(
    api.PUT('/api/v4/suggestions/{id}/apply', {
      params: { path: { id } },
      body: commitMessage === undefined ? {} : { commit_message: commitMessage },
    }),
  );
}

/** Apply several suggestions with one commit. */
export function applySuggestions(ids: number[], commitMessage?: string) {
  return unwrap(
    api.PUT('/api/v4/suggestions/batch_apply', {
      body: { ids, ...(commitMessage !== undefined && { commit_message: commitMessage }) },
    }),
  );
}
