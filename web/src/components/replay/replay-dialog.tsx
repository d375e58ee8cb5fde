/** Reverts or cherry-picks a commit: onto a branch, or onto a new one with a merge request. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Commands } from '#components/commands';
import { Dialog } from '#components/dialog';
import { Checkbox, Field, FormError, TextField } from '#components/form';
import { RefInput } from '#components/ref-input';
import { branchKeys, createBranch, deleteBranch } from '#data/branches';
import { cherryPickCommit, commitKeys, getCommit, revertCommit } from '#data/commits';
import { useProject } from '#data/project-context';
import { ApiError } from '#lib/api-error';
import { showDone } from '#lib/messages';
import { projectPath } from '#lib/paths';
import {
  branchNameOf,
  replayCommands,
  type ReplayedCommit,
  type ReplayKind,
  replayRefusal,
  requestTitleOf,
} from './replay-texts';

interface ReplayDialogProps {
  kind: ReplayKind;
  commit: ReplayedCommit;
  close: () => void;
}

const titles = { revert: t`Revert`, 'cherry-pick': t`Cherry-pick` };

/** Shows the dialog. */
export function ReplayDialog({ kind, commit, close }: ReplayDialogProps) {
  const project = useProject();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [branch, setBranch] = useState(project.default_branch ?? '');
  const [isRequested, setIsRequested] = useState(true);
  const [newBranch, setNewBranch] = useState(branchNameOf(kind, commit));
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const { data: found } = useQuery({
    queryKey: commitKeys.one(project.id, commit.sha),
    queryFn: () => getCommit(project.id, commit.sha),
    staleTime: 30_000,
  });
  const isMerge = (found?.parent_ids.length ?? 1) > 1;
  const target = branch.trim();
  const replay = kind === 'revert' ? revertCommit : cherryPickCommit;
  const path = project.path_with_namespace;

  const replayOnto = async (): Promise<string> => {
    const { id } = await replay(project.id, commit.sha, { branch: target });
    return projectPath(path, 'commit', id);
  };
  const replayOntoNew = async (): Promise<string> => {
    const name = newBranch.trim();
    await createBranch(project.id, { branch: name, ref: target });
    try {
      await replay(project.id, commit.sha, { branch: name });
    } catch (refused) {
      // The branch was only made for the commit.
      await deleteBranch(project.id, name);
      throw refused;
    }
    const params = new URLSearchParams({
      'merge_request[source_branch]': name,
      'merge_request[target_branch]': target,
      'merge_request[title]': requestTitleOf(kind, commit),
      // A fork's own changes stay in the fork.
      target: 'this',
    });
    return `${projectPath(path, 'merge_requests', 'new')}?${params.toString()}`;
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsBusy(true);
    setError(undefined);
    try {
      const address = await (isRequested ? replayOntoNew() : replayOnto());
      await client.invalidateQueries({ queryKey: branchKeys.all });
      if (!isRequested) showDone(kind === 'revert' ? t`Reverted on ${target}.` : t`Picked onto ${target}.`);
      close();
      void navigate(address);
    } catch (refused) {
      const text = replayRefusal(refused, kind, target);
      setError(text === undefined ? refused : new ApiError(400, text, {}, undefined, codeOf(refused)));
      setIsBusy(false);
    }
  };
  return (
    <Dialog title={kind === 'revert' ? t`Revert “${commit.title}”` : t`Cherry-pick “${commit.title}”`} close={close}>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <FormError error={error} />
        {codeOf(error) === 'conflict' && (
          <Commands title={t`On your machine`} lines={replayCommands(kind, commit, { branch: target, isMerge })} />
        )}
        <Field label={kind === 'revert' ? t`Branch on which it is undone` : t`Branch that receives the changes`}>
          {(attributes) => (
            <RefInput
              {...attributes}
              projectId={project.id}
              kinds="branches"
              required
              value={branch}
              onChange={setBranch}
            />
          )}
        </Field>
        <Checkbox
          label={t`Start a merge request with these changes`}
          checked={isRequested}
          onChange={(event) => setIsRequested(event.target.checked)}
        />
        {isRequested && (
          <TextField
            label={t`New branch`}
            required
            value={newBranch}
            onChange={(event) => setNewBranch(event.target.value)}
          />
        )}
        <div className="row">
          <button type="submit" className="button button-primary" disabled={isBusy}>
            {titles[kind]}
          </button>
          <button type="button" className="button" onClick={close}>
            <Trans>Cancel</Trans>
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.code : undefined;
}
