/** Applies suggestions of notes on a merge request with one commit to its source branch. */
import { canReadFeature } from '@forgemesh/access';
import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import type { Call, ResponseOf } from '@forgemesh/rpc';
import type { Suggestion } from '@forgemesh/proto/collaboration/v1/note';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import { canResolve, rightsOnProject } from '#access';
import { setResolved } from '#discussion/discussions';
import { type NoteDocument, presentSuggestions, type SuggestionDocument } from '#discussion/notes';
import { mergeSettingsOfOne, mergeSubject, sidesOf } from '#items/merge-requests';
import type { MergeRequestDocument } from '#items/model';
import { suggestionMessage } from './commit-message';
import type { SuggestionsDeps } from './deps';

/** A suggestion and the note that makes it. */
interface FoundSuggestion {
  note: NoteDocument;
  suggestion: SuggestionDocument;
}

/**
 * Applies suggestions and returns them. Throws NotFoundError if the caller may not read one of
 * them, BadRequestError if one cannot be applied, and ForbiddenError without the right to push.
 */
export async function applySuggestions(
  call: Call<SuggestionsDeps>,
  ids: readonly number[],
  message: string | undefined,
): Promise<ResponseOf<Suggestion>[]> {
  const { deps } = call;
  const found = await findSuggestions(deps, [...new Set(ids)]);
  const { request, project } = await requestOf(call, found);
  assertAppliable(request, found);
  const commitId = await commit(call, request, { found, message });
  const notes = [...new Map(found.map(({ note }) => [note._id, note])).values()];
  const applied = new Set(found.map(({ suggestion }) => suggestion.id));
  const changed: NoteDocument[] = [];
  for (const note of notes) changed.push(await markApplied(deps, note, applied, commitId));
  await resolveThreads(call, { request, project, notes: changed });
  return inOrder(deps, changed, ids);
}

async function findSuggestions({ notes }: SuggestionsDeps, ids: readonly number[]): Promise<FoundSuggestion[]> {
  const rows = await notes.model.find({ 'suggestions.id': { $in: [...ids] } }).lean<NoteDocument[]>();
  const found = rows.flatMap((note) =>
    (note.suggestions ?? []).flatMap((suggestion) => (ids.includes(suggestion.id) ? [{ note, suggestion }] : [])),
  );
  if (found.length === 0 || found.length < ids.length) throw new NotFoundError('Suggestion');
  return found;
}

/** The merge request of the suggestions, and the caller's rights on its project. */
async function requestOf(
  { deps, principal }: Call<SuggestionsDeps>,
  found: readonly FoundSuggestion[],
): Promise<{ request: MergeRequestDocument; project: AuthorizedResource }> {
  const requestIds = new Set(found.map(({ note }) => note.noteable_id));
  const [id = 0] = requestIds;
  const request = await deps.items.mergeRequests.find(id);
  const project = request && (await rightsOnProject(deps, principal, request.project_id));
  if (!request || !project || !canReadFeature(project, 'merge_requests')) throw new NotFoundError('Suggestion');
  if (requestIds.size > 1) throw new BadRequestError('The suggestions belong to several merge requests');
  return { request, project };
}

function assertAppliable({ state }: MergeRequestDocument, found: readonly FoundSuggestion[]): void {
  if (state !== 'opened') throw new BadRequestError('The merge request is not open');
  if (found.some(({ suggestion }) => suggestion.commit_id !== null))
    throw new BadRequestError('The suggestion is already applied');
}

async function commit(
  { deps, principal }: Call<SuggestionsDeps>,
  request: MergeRequestDocument,
  { found, message }: { found: readonly FoundSuggestion[]; message: string | undefined },
): Promise<string> {
  const [{ source }, rights, settings, names] = await Promise.all([
    sidesOf(deps, request),
    rightsOnProject(deps, principal, request.source_project_id),
    mergeSettingsOfOne(deps, request.project_id),
    deps.display.projects.get(request.project_id),
  ]);
  const replacements = found.map(({ note: { position }, suggestion }) => ({
    path: position?.new_path ?? '',
    base_sha: position?.head_sha ?? '',
    from_line: suggestion.from_line,
    to_line: suggestion.to_line,
    from_content: suggestion.from_content,
    to_content: suggestion.to_content,
  }));
  const configured = suggestionMessage(settings?.suggestion_commit_message, {
    branch: request.source_branch,
    project: { name: names?.name ?? '', path: names?.path ?? '' },
    user: principal,
    paths: replacements.map(({ path }) => path),
  });
  const [authorId, ...otherAuthors] = new Set(found.map(({ note }) => note.author_id));
  const { commit_sha } = await deps.clients.suggestionCommits.commitSuggestions(
    {
      source,
      subject: mergeSubject(rights ?? { level: 0, archived: true, default_branch: '' }),
      message: message?.trim() ? message : configured,
      replacements,
      author_id: otherAuthors.length === 0 ? authorId : undefined,
    },
    { storage: source.storage },
  );
  return commit_sha;
}

async function markApplied(
  { notes }: SuggestionsDeps,
  note: NoteDocument,
  ids: ReadonlySet<number>,
  commitId: string,
): Promise<NoteDocument> {
  const changed = await notes.mutate(note._id, ({ suggestions = [] }) => ({
    set: { suggestions: suggestions.map((each) => (ids.has(each.id) ? { ...each, commit_id: commitId } : each)) },
  }));
  return changed ?? note;
}

/** Resolves the threads of notes whose suggestions are all applied, if the caller may. */
async function resolveThreads(
  { deps, principal }: Call<SuggestionsDeps>,
  {
    request,
    project,
    notes,
  }: { request: MergeRequestDocument; project: AuthorizedResource; notes: readonly NoteDocument[] },
): Promise<void> {
  const target = { type: 'MergeRequest', id: request._id, project_id: request.project_id, group_id: null } as const;
  const guarded = { level: project.level, author_id: request.author_id, is_locked: false };
  const done = notes.filter(({ suggestions = [] }) => suggestions.every(({ commit_id: id }) => id !== null));
  if (!canResolve(guarded, principal) || done.length === 0) return;
  const threads = {
    discussion_id: { $in: done.map(({ discussion_id: id }) => id) },
    resolvable: true,
    resolved_at: null,
  };
  const open = await deps.notes.model.find(threads).lean<NoteDocument[]>();
  await setResolved(deps, target, { notes: open, isResolved: true, actor: principal.id, at: new Date() });
}

async function inOrder(
  deps: SuggestionsDeps,
  notes: readonly NoteDocument[],
  ids: readonly number[],
): Promise<ResponseOf<Suggestion>[]> {
  const presented = [...(await presentSuggestions(deps, notes)).values()].flat();
  return [...new Set(ids)].flatMap((id) => presented.find((suggestion) => suggestion.id === id) ?? []);
}
