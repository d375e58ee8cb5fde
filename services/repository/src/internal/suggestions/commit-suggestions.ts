import { BadRequestError, ForbiddenError } from '@forgemesh/errors';
import { isGitError } from '@forgemesh/git-engine';
import {
  SuggestionCommitServiceDefinition,
  type CommitSuggestionsRequest,
} from '@forgemesh/proto/repository/v1/suggestion_commit';
import { internalOperation, type Call } from '@forgemesh/rpc';
import { mayPushTo, type PushSubject } from '#access';
import { identitiesOf } from '#commits/history';
import { type LocalSide, localSideOf, subjectOf, tipOf } from '#commits/merges';
import { checkCodeOwners } from '#content/code-owners';
import { listProtectionsFor, pushSubjectFor } from '#refs/protected-branches';
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
    const commit_sha = await deps.refs.commitInTurn(turn, () => tryCommit(call, request, { source, subject }));
    return { commit_sha };
  },
);

/** Commits onto the present tip of the branch; null when the branch moved concurrently. */
async function tryCommit(
  call: Call<InternalSuggestionsDeps>,
  { replacements, message, author_id }: CommitSuggestionsRequest,
  { source, subject }: { source: LocalSide; subject: PushSubject },
): Promise<string | null> {
  const { deps, principal, context, operationId } = call;
  const { location, ref } = source;
  const { repo, project_id } = location;
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
  const update = { ref, old: tip, new: built };
  const refusal =
    (await deps.pushRules.check({
      project_id,
      repo,
      updates: [update],
      user_id: principal.id,
      tier: context.tier,
      default_branch: subject.default_branch,
      source: 'api',
      quarantine_env: {},
    })) ?? (await checkCodeOwners(deps, { project_id, repo, updates: [update], tier: context.tier }));
  if (refusal !== null) throw new BadRequestError(refusal);
  try {
    const { id, username, name } = principal;
    const change = await deps.refs.change({
      location,
      change: update,
      actor: { user_id: id, username, name },
      may_be_default: false,
      operation_id: operationId,
    });
    return change.after;
  } catch (error) {
    if (isGitError(error, 'conflict')) return null;
    throw error;
  }
}

/** The author of the note is the author of the commit, if the account still exists. */
async function authorsOf({ deps, principal }: Call<InternalSuggestionsDeps>, authorId: number | undefined) {
  const { users } = await deps.clients.users.listUserProfiles({ ids: authorId === undefined ? [] : [authorId] });
  const [author] = users;
  return identitiesOf(deps, principal, { author_name: author?.name, author_email: author?.email });
}
