/** Draft notes: the comments of a review before it is finished. */
import { useQuery } from '@tanstack/react-query';
import { allPages } from '#api/all-pages';
import { api, unwrap, unwrapPage } from '#api/client';
import type { BodyOf, Entity } from '#api/types';
import { useIsSignedIn } from '#session/use-session';

/** A comment that only its author sees. */
export type DraftNote = Entity<'collaboration.DraftNote'>;

/** Keys of the queries of draft notes; those of the merge request begin them. */
export const draftNoteKeys = {
  of: (projectId: number, iid: number) => ['merge-request', projectId, iid, 'draft-notes'],
} as const;

/** The merge request of draft notes. */
export interface DraftOwner {
  projectId: number;
  iid: number;
}

/** The draft notes of the visitor; none for those who are not signed in, and without an owner. */
export function useDraftNotes(owner: DraftOwner | undefined) {
  const isSignedIn = useIsSignedIn();
  const { projectId = 0, iid = 0 } = owner ?? {};
  return useQuery({
    queryKey: draftNoteKeys.of(projectId, iid),
    queryFn: () => allPages((page) => listDraftNotes(projectId, iid, { page, per_page: 100 })),
    enabled: owner !== undefined && isSignedIn,
    staleTime: 60_000,
  });
}

const base = '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/draft_notes';

function listDraftNotes(projectId: number, mergeRequestIid: number, query: { page: number; per_page: number }) {
  return unwrapPage(
    api.GET(base, { params: { path: { id: String(projectId), merge_request_iid: mergeRequestIid }, query } }),
  );
}

/** Create a draft note. */
export function createDraftNote({ projectId, iid }: DraftOwner, body: BodyOf<'post', typeof base>) {
  return unwrap(api.POST(base, { params: { path: { id: String(projectId), merge_request_iid: iid } }, body }));
}

function ofNote({ projectId, iid }: DraftOwner, draftNoteId: number) {
  return { path: { id: String(projectId), merge_request_iid: iid, draft_note_id: draftNoteId } };
}

/** Change the text of a draft note. */
export function updateDraftNote(owner: DraftOwner, draftNoteId: number, note: string) {
  return unwrap(api.PUT(`${base}/{draft_note_id}`, { params: ofNote(owner, draftNoteId), body: { note } }));
}

/** Delete a draft note. */
export function deleteDraftNote(owner: DraftOwner, draftNoteId: number) {
  return unwrap(api.DELETE(`${base}/{draft_note_id}`, { params: ofNote(owner, draftNoteId) }));
}

/** Publish a draft note. */
export function publishDraftNote(owner: DraftOwner, draftNoteId: number) {
  return unwrap(api.PUT(`${base}/{draft_note_id}/publish`, { params: ofNote(owner, draftNoteId) }));
}

/** Publish all draft notes, with a summary and the verdict. */
export function publishDraftNotes({ projectId, iid }: DraftOwner, body: BodyOf<'post', `${typeof base}/bulk_publish`>) {
  return unwrap(
    api.POST(`${base}/bulk_publish`, { params: { path: { id: String(projectId), merge_request_iid: iid } }, body }),
  );
}
