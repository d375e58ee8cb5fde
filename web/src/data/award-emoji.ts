/** Reactions to issues, merge requests and snippets, and to the comments on them. */
import { useQuery } from '@tanstack/react-query';
import { allPages } from '#api/all-pages';
import { api, unwrap, unwrapPage } from '#api/client';
import type { AwardEmoji } from '#api/types';

const bases = {
  issue: '/api/v4/projects/{id}/issues/{issue_iid}',
  merge_request: '/api/v4/projects/{id}/merge_requests/{merge_request_iid}',
  snippet: '/api/v4/projects/{id}/snippets/{snippet_id}',
} as const;

/** The kinds of items that have reactions. */
export type AwardableSubject = keyof typeof bases;

/** Reads and changes the reactions to an item and to the comments on it. */
export interface ReactionSource {
  /** Key of the query. */
  key: readonly unknown[];
  load: () => Promise<AwardEmoji[]>;
  /** Reacts to the item, or to a comment on it. */
  add: (name: string, note?: number) => Promise<unknown>;
  remove: (award: number, note?: number) => Promise<unknown>;
}

/** The parameters of the addresses: the type has them all, so that it fits each of them. */
interface ItemPath {
  id: string;
  issue_iid: number;
  merge_request_iid: number;
  snippet_id: number;
}

/** The reactions to an item and its comments. */
export function reactionSource(subject: AwardableSubject, own: unknown, key: readonly unknown[]): ReactionSource {
  const path = own as ItemPath;
  const base = bases[subject];
  return {
    key: [...key, 'reactions'],
    load: () =>
      allPages((page) =>
        unwrapPage(
          api.GET(`${base}/award_emoji`, { params: { path, query: { include_notes: true, page, per_page: 100 } } }),
        ),
      ),
    add: (name, note_id) =>
      unwrap(
        note_id === undefined
          ? api.POST(`${base}/award_emoji`, { params: { path }, body: { name } })
          : api.POST(`${base}/notes/{note_id}/award_emoji`, { params: { path: { ...path, note_id } }, body: { name } }),
      ),
    remove: (award_id, note_id) =>
      unwrap(
        note_id === undefined
          ? api.DELETE(`${base}/award_emoji/{award_id}`, { params: { path: { ...path, award_id } } })
          : api.DELETE(`${base}/notes/{note_id}/award_emoji/{award_id}`, {
              params: { path: { ...path, award_id, note_id } },
            }),
      ),
  };
}

/** The reactions to an item and its comments, which several parts of a page share. */
export function useReactions(source: ReactionSource | undefined) {
  return useQuery({
    queryKey: source?.key ?? ['reactions'],
    queryFn: () => source?.load() ?? [],
    enabled: source !== undefined,
  });
}
