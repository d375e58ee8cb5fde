/** The message and the branch of a commit. Where the visitor may not push, it proposes a branch. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Checkbox, FormError, TextArea, TextField } from '#components/form';
import { Loaded } from '#components/states';
import { branchKeys, getBranch } from '#data/branches';
import { createCommit } from '#data/commits';
import { useCurrentUser } from '#data/current-user';
import type { FileAddress } from '#data/files';
import { useProject } from '#data/project-context';
import { ApiError } from '#lib/api-error';
import { showDone } from '#lib/messages';
import { projectPath } from '#lib/paths';

/** A change of a file, as the API takes it. */
export interface FileAction {
  action: 'create' | 'update' | 'delete' | 'move';
  file_path: string;
  previous_path?: string;
  content?: string;
  encoding?: 'text' | 'base64';
  last_commit_id?: string;
}

interface CommitFormProps {
  address: FileAddress;
  actions: FileAction[];
  isReady: boolean;
  /** Proposed message. */
  message: string;
  /** The file or folder that is shown afterwards. */
  target: { page: 'blob' | 'tree'; path: string };
  /** The commit that the page shows, from which a branch starts if the ref is none. */
  commitId?: string | undefined;
  onDone: () => void;
}

/** How the ref of the page can be committed to. */
type RefState = 'pushable' | 'protected' | 'not a branch';

/** Shows the form once it is known whether the visitor may push to the branch. */
export function CommitForm(props: CommitFormProps) {
  const project = useProject();
  const { ref } = props.address;
  const isEmpty = project.empty_repo !== false;
  const query = useQuery({
    queryKey: branchKeys.pushable(project.id, ref),
    queryFn: () => getBranch(project.id, ref).then(stateOf, stateOfMissing),
    enabled: !isEmpty,
  });
  if (isEmpty) return <KnownForm {...props} state="pushable" />;
  return (
    <Loaded query={query} lines={4}>
      {(state) => <KnownForm {...props} state={state} />}
    </Loaded>
  );
}

function stateOf({ can_push: canPush }: { can_push: boolean }): RefState {
  return canPush ? 'pushable' : 'protected';
}

function stateOfMissing(error: unknown): RefState {
  if (error instanceof ApiError && error.status === 404) return 'not a branch';
  throw error;
}

/** Returns a name for a branch that differs from those of earlier changes. */
function proposedBranch(username: string, ref: string, state: RefState): string {
  const base = state === 'protected' ? `${ref}-` : '';
  return `${username}-${base}patch-${Date.now().toString(36)}`;
}

function KnownForm(props: CommitFormProps & { state: RefState }) {
  const { address, actions, isReady, message, target, commitId, onDone, state } = props;
  const project = useProject();
  const user = useCurrentUser();
  const fullPath = project.path_with_namespace;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [written, setWritten] = useState<string>();
  const [proposal] = useState(() =>
    state === 'pushable' ? address.ref : proposedBranch(user?.username ?? 'new', address.ref, state),
  );
  const [entered, setBranch] = useState(proposal);
  const [opensRequest, setOpensRequest] = useState(true);
  const branch = entered.trim();
  const isNew = branch !== address.ref && project.empty_repo === false;
  const targetBranch = state === 'not a branch' ? (project.default_branch ?? '') : address.ref;
  const mutation = useMutation({
    mutationFn: () =>
      createCommit(project.id, {
        branch,
        commit_message: written ?? message,
        actions,
        ...(isNew && startOf(address.ref, commitId, state)),
      }),
    onSuccess: async () => {
      onDone();
      showDone(t`The changes were committed.`);
      await client.invalidateQueries();
      const request = new URLSearchParams({
        'merge_request[source_branch]': branch,
        'merge_request[target_branch]': targetBranch,
      });
      void navigate(
        isNew && opensRequest
          ? `${projectPath(fullPath, 'merge_requests', 'new')}?${request.toString()}`
          : projectPath(fullPath, target.page, branch, target.path),
      );
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutation.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <TextArea
        label={t`Commit message`}
        rows={3}
        required
        value={written ?? message}
        onChange={(event) => setWritten(event.target.value)}
      />
      {state === 'protected' && (
        <div className="notice">
          <Trans>You may not push to {address.ref}. The changes are committed to a new branch.</Trans>
        </div>
      )}
      <TextField
        label={t`Branch`}
        hint={isNew ? t`It is created from ${address.ref}.` : t`Another name creates a new branch.`}
        required
        value={entered}
        onChange={(event) => setBranch(event.target.value)}
      />
      {isNew && (
        <Checkbox
          label={t`Open a merge request with these changes`}
          checked={opensRequest}
          onChange={(event) => setOpensRequest(event.target.checked)}
        />
      )}
      <FormError error={mutation.error} />
      <div className="row">
        <button type="submit" className="button button-primary" disabled={!isReady || mutation.isPending}>
          {mutation.isPending ? t`Committing …` : t`Commit changes`}
        </button>
        <button type="button" className="button" onClick={() => void navigate(-1)}>
          <Trans>Cancel</Trans>
        </button>
      </div>
    </form>
  );
}

/** Where a new branch starts: at a branch, or at the commit of a tag or commit. */
function startOf(
  ref: string,
  commitId: string | undefined,
  state: RefState,
): { start_branch: string } | { start_sha: string } {
  return state === 'not a branch' ? { start_sha: commitId ?? ref } : { start_branch: ref };
}
