/** Resolves the conflicts of a merge request, and commits the merge to its source branch. */
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { MergeRequest, MergeRequestConflicts } from '#api/types';
import { FormError, TextArea } from '#components/form';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Empty, Loaded } from '#components/states';
import { branchKeys } from '#data/branches';
import {
  getMergeRequest,
  listMergeRequestConflicts,
  mergeRequestKeys,
  resolveMergeRequestConflicts,
} from '#data/merge-requests';
import { useProject } from '#data/project-context';
import { ApiError } from '#lib/api-error';
import { showDone } from '#lib/messages';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { LocalMerge } from '../local-merge';
import { ConflictFileView } from './conflict-file';
import { type FileState, firstState, openConflicts, resolutionOf } from './conflict-state';

/** Shows the conflicts. */
export function ConflictsPage() {
  const project = useProject();
  const { iid = '' } = useParams();
  const path = project.path_with_namespace;
  const address = projectPath(path, 'merge_requests', iid);
  const request = useQuery({
    queryKey: mergeRequestKeys.one(project.id, Number(iid)),
    queryFn: () => getMergeRequest(project.id, Number(iid), {}),
  });
  const conflicts = useQuery({
    queryKey: mergeRequestKeys.conflicts(project.id, Number(iid)),
    queryFn: () => listMergeRequestConflicts(project.id, Number(iid)),
    // Choices belong to the commits that were loaded: what was pushed later is refused by the API.
    staleTime: Infinity,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  useTitle(t`Conflicts`, request.data && `${request.data.title} (!${iid})`, project.name_with_namespace);
  return (
    <Main
      crumbs={[
        ...projectCrumbs(project),
        { text: t`Merge requests`, to: projectPath(path, 'merge_requests') },
        { text: `!${iid}`, to: address },
        { text: t`Conflicts` },
      ]}
    >
      <div className="page-header">
        <h1>
          <Trans>Resolve conflicts</Trans>
        </h1>
      </div>
      <Loaded query={request}>
        {(shown) => (
          <Loaded query={conflicts} lines={12}>
            {(found) =>
              found.files_count === 0 ? (
                <Empty title={t`There are no conflicts`}>
                  <Link className="button" to={address}>
                    <Trans>Back to the merge request</Trans>
                  </Link>
                </Empty>
              ) : (
                <Resolution
                  key={`${found.source_sha} ${found.target_sha}`}
                  request={shown}
                  conflicts={found}
                  address={address}
                  reload={() => void conflicts.refetch()}
                />
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Main>
  );
}

interface ResolutionProps {
  request: MergeRequest;
  conflicts: MergeRequestConflicts;
  address: string;
  reload: () => void;
}

function Resolution({ request, conflicts, address, reload }: ResolutionProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [states, setStates] = useState<Readonly<Record<string, FileState>>>({});
  const [message, setMessage] = useState(conflicts.commit_message);
  const [error, setError] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const names = { source: conflicts.source_branch, target: conflicts.target_branch };
  const canResolve = conflicts.can_push && conflicts.can_resolve;
  const stateOf = (path: string): FileState => states[path] ?? firstState();
  const open = conflicts.files.reduce((sum, file) => sum + openConflicts(file, stateOf(file.path)), 0);
  const isMoved = error instanceof ApiError && error.status === 409;
  const commit = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await resolveMergeRequestConflicts(request.project_id, request.iid, {
        source_sha: conflicts.source_sha,
        target_sha: conflicts.target_sha,
        commit_message: message,
        files: conflicts.files.map((file) => resolutionOf(file, stateOf(file.path))),
      });
      await Promise.all(
        [mergeRequestKeys.one(request.project_id, request.iid), mergeRequestKeys.lists, branchKeys.all].map(
          (queryKey) => client.invalidateQueries({ queryKey }),
        ),
      );
      showDone(t`The conflicts are resolved.`);
      void navigate(address);
    } catch (refused) {
      setError(refused);
      setIsBusy(false);
    }
  };
  return (
    <div className="stack">
      <p>
        <Trans>
          <Plural value={conflicts.files_count} one="# file" other="# files" /> cannot be merged automatically. Choose
          the lines of <span className="mono">{names.source}</span> or <span className="mono">{names.target}</span>, or
          edit the file. The commit merges <span className="mono">{names.target}</span> into{' '}
          <span className="mono">{names.source}</span>.
        </Trans>
      </p>
      {!conflicts.can_push && (
        <p className="notice">
          <Trans>
            You may not push to {names.source}. Ask the author of the merge request to resolve the conflicts.
          </Trans>
        </p>
      )}
      {conflicts.can_push && !conflicts.can_resolve && (
        <div className="notice">
          <div className="grow stack-small">
            <p>
              <Trans>Some of these conflicts can only be resolved with git on your machine.</Trans>
            </p>
            <LocalMerge request={request} />
          </div>
        </div>
      )}
      {conflicts.files.map((file) => (
        <ConflictFileView
          key={file.path}
          file={file}
          state={stateOf(file.path)}
          names={names}
          canResolve={canResolve}
          change={(state) => setStates((before) => ({ ...before, [file.path]: state }))}
        />
      ))}
      {canResolve && (
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void commit();
          }}
        >
          <FormError error={error} />
          {isMoved && (
            <div>
              <button type="button" className="button" onClick={reload}>
                <Trans>Load the conflicts again</Trans>
              </button>
            </div>
          )}
          <TextArea
            label={t`Message of the commit`}
            rows={3}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
          <div className="row row-wrap">
            <button type="submit" className="button button-primary" disabled={isBusy || open > 0}>
              <Trans>Commit to {names.source}</Trans>
            </button>
            <Link className="button" to={address}>
              <Trans>Cancel</Trans>
            </Link>
            {open > 0 && (
              <span className="muted">
                <Trans>
                  <Plural value={open} one="# conflict" other="# conflicts" /> left
                </Trans>
              </span>
            )}
          </div>
        </form>
      )}
    </div>
  );
}
