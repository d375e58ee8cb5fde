import { BadRequestError, ForbiddenError } from '@forgemesh/errors';
import {
  SuggestionCommitServiceDefinition,
  type CommitSuggestionsRequest,
} from '@forgemesh/proto/repository/v1/suggestion_commit';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { mayPushTo } from '#access';
import { identitiesOf } from '#commits/history';
import { type LocalSide, localSideOf, subjectOf, tipOf } from '#commits/merges';
import { listProtectionsFor, pushSubjectFor } from '#refs/protected-branches';
import type { CommittedChange } from '#refs/ref-log';
import { moveSourceBranch } from '../source-branches/move-source-branch';
import { replaceLines } from './replace-lines';
import type { InternalSuggestionsDeps } from './deps';

/** Commits suggested lines to the source branch of a merge request. */
export const commitSuggestions = internalOperation(
  SuggestionCommitServiceDefinition.commitSuggestions,
  async (request, call: Call<InternalSuggestionsDeps>) => {
    const { deps, principal, operationId } = call;
    const earlier = await deps.refs.findEarlier(operationId);
    if (earlier) return { commit_sha: earlier.after };
    const source = localSideOf(deps, request.source);
    const { branch, location } = source;
    const project = { id: location.project_id, ...subjectOf(request.subject) };
    const subject = await pushSubjectFor({ deps, user: principal }, project, branch);
    const protections = await listProtectionsFor(deps, location.project_id, principal);
    if (!mayPushTo(subject, branch, protections))
      throw new ForbiddenError('You are not allowed to push into this branch');
    const turn = { repo: location.repo, branch, operation_id: operationId };
    const commit_sha = await deps.refs.commitInTurn(turn, () => tryCommit(call, request, source));
    return { commit_sha };
  },
);

/** Commits onto the present tip of the branch; null when the branch moved concurrently. */
async function tryCommit(
  call: Call<InternalSuggestionsDeps>,
  { replacements, message, author_id, subject }: CommitSuggestionsRequest,
  source: LocalSide,
): Promise<CommittedChange | null> {
  const { deps, principal, operationId } = call;
  const { repo } = source.location;
  const tip = await tipOf(deps, source);
  if (tip === null) throw new BadRequestError('The source branch does not exist');
  const { commit_id: built, changed } = await deps.git.commitActions({
    repo,
    base_commit: tip,
    actions: await replaceLines(deps.git, { repo, tip }, replacements),
    message,
    ...(await authorsOf(call, author_id)),
  });
  if (!changed) throw new BadRequestError('The suggestion changes nothing');
  const { applied, refusal } = await moveSourceBranch(call, principal, {
    source,
    old: tip,
    commit: built,
    isForced: false,
    subject,
    pushOptions: [],
    operationId,
  });
  if (refusal !== '') throw new BadRequestError(refusal);
  return applied ? { after: built, finished: Promise.resolve() } : null;
}

/** The author of the note is the author of the commit, if the account still exists. */
async function authorsOf({ deps, principal }: Call<InternalSuggestionsDeps>, authorId: number | undefined) {
  const { users } = await deps.clients.users.listUserProfiles({ ids: authorId === undefined ? [] : [authorId] });
  const [author] = users;
  return identitiesOf(deps, principal, { author_name: author?.name, author_email: author?.email });
}
