/** The branches of a project. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { GitBranch, GitPullRequest, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Branch, MergeRequest } from '#api/types';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { PushedBranchNotice } from '#components/pushed-branch/pushed-branch-notice';
import { RelativeTime } from '#components/relative-time';
import { SearchField } from '#components/search-field';
import { line, revision } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Empty, Loaded } from '#components/states';
import { useMayPush } from '#data/access';
import { branchKeys, createBranch, deleteBranch, getBranch, listBranches } from '#data/branches';
import { listProjectMergeRequests, mergeRequestKeys } from '#data/merge-requests';
import { useProject } from '#data/project-context';
import { listDivergences, repositoryKeys } from '#data/repository';
import { projectPath } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { useTitle } from '#lib/use-title';
import { useLive } from '#live/use-live';
import { NewRef } from './new-ref';

/** Shows the branches. */
export function BranchesPage() {
  const project = useProject();
  useTitle(t`Branches`, project.name_with_namespace);
  const mayPush = useMayPush(project);
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const page = usePageNumber();
  useLive(`projects/${project.id}/repository/branches`, branchKeys.ofProject(project.id));
  const query = useQuery({
    queryKey: branchKeys.list(project.id, search, page),
    queryFn: () => listBranches(project.id, { page, ...(search !== '' && { search }) }),
  });
  const isFirst = page === 1 && search === '';
  const first = useDefaultBranch(isFirst);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Branches` }]}>
      <div className="page-header">
        <h1>
          <Trans>Branches</Trans>
        </h1>
      </div>
      <PushedBranchNotice />
      {mayPush && <NewBranch />}
      <div className="toolbar">
        <SearchField label={t`Find a branch`} />
      </div>
      <Loaded query={query}>
        {(branches) =>
          branches.items.length === 0 ? (
            <Empty title={t`No branches`} />
          ) : (
            <>
              <BranchList
                branches={[
                  ...(isFirst && first ? [first] : []),
                  ...branches.items.filter((branch) => search !== '' || !branch.default || (isFirst && !first)),
                ]}
              />
              <Pagination page={branches} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}

/** The default branch, which is shown before the others. */
function useDefaultBranch(isEnabled: boolean): Branch | undefined {
  const { id, default_branch: name } = useProject();
  const { data } = useQuery({
    queryKey: branchKeys.one(id, name ?? ''),
    queryFn: () => getBranch(id, name ?? ''),
    enabled: isEnabled && name !== null && name !== '',
  });
  return data;
}

/** The open merge requests of the project, by their source branch. */
function useOpenRequests(): ReadonlyMap<string, MergeRequest> {
  const { id, merge_requests_enabled: isEnabled } = useProject();
  const { data } = useQuery({
    queryKey: mergeRequestKeys.openInProject(id),
    queryFn: () => listProjectMergeRequests(id, { state: 'opened', per_page: 100 }),
    enabled: isEnabled === true,
  });
  return useMemo(
    () =>
      new Map(
        data?.items
          .filter((request) => request.source_project_id === id)
          .map((request) => [request.source_branch, request]),
      ),
    [data, id],
  );
}

function BranchList({ branches }: { branches: Branch[] }) {
  const { id } = useProject();
  const names = branches.filter((branch) => !branch.default).map(({ name }) => name);
  const requests = useOpenRequests();
  const { data } = useQuery({
    queryKey: repositoryKeys.divergences(id, names),
    queryFn: () => listDivergences(id, { 'refs[]': names }),
    enabled: names.length > 0,
  });
  const counts = new Map(data?.map((counted) => [counted.ref, counted]));
  return (
    <ul className="card list" aria-label={t`Branches`}>
      {branches.map((branch) => (
        <BranchItem
          key={branch.name}
          branch={branch}
          divergence={counts.get(branch.name)}
          request={requests.get(branch.name)}
        />
      ))}
    </ul>
  );
}

/** Counting ends here. */
const MAX_COUNT = 1000;

function Divergence({ ahead, behind }: { ahead: number; behind: number }) {
  const textOf = (count: number): string => (count >= MAX_COUNT ? '999+' : String(count));
  const text = t`${plural(behind, { one: '# commit', other: '# commits' })} behind the default branch, ${plural(ahead, { one: '# commit', other: '# commits' })} ahead of it`;
  return (
    <span className="badge nowrap" title={text}>
      <span aria-hidden="true">
        ↓ {textOf(behind)} ↑ {textOf(ahead)}
      </span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

interface BranchItemProps {
  branch: Branch;
  /** How far it and the default branch have diverged, once it is known. */
  divergence: { ahead: number; behind: number } | undefined;
  /** Its open merge request. */
  request: MergeRequest | undefined;
}

function BranchItem({ branch, divergence, request }: BranchItemProps) {
  const project = useProject();
  const fullPath = project.path_with_namespace;
  const { commit } = branch;
  const { run, isBusy } = useAction(branchKeys.ofProject(project.id));
  const remove = (): void => {
    if (window.confirm(t`Delete the branch ${branch.name}? Its commits are lost unless another branch has them.`))
      void run(() => deleteBranch(project.id, branch.name), t`Branch ${branch.name} was deleted.`);
  };
  return (
    <li>
      <GitBranch size={16} aria-hidden="true" />
      <div className="grow">
        <div className="row row-wrap">
          <Link className="plain-link" to={projectPath(fullPath, 'tree', branch.name)}>
            <strong>{branch.name}</strong>
          </Link>
          {branch.default && (
            <span className="badge badge-blue">
              <Trans>default</Trans>
            </span>
          )}
          {branch.protected && (
            <span className="badge badge-green">
              <Trans>protected</Trans>
            </span>
          )}
          {branch.merged && (
            <span className="badge badge-purple">
              <Trans>merged</Trans>
            </span>
          )}
          {divergence && <Divergence ahead={divergence.ahead} behind={divergence.behind} />}
          {request && (
            <Link
              className="badge badge-blue"
              to={projectPath(fullPath, 'merge_requests', String(request.iid))}
              title={request.title}
            >
              <GitPullRequest size={12} aria-hidden="true" /> !{request.iid}
            </Link>
          )}
        </div>
        {commit && (
          <div className="muted small truncate">
            <Link className="mono" to={projectPath(fullPath, 'commit', commit.id)}>
              {commit.short_id}
            </Link>{' '}
            {commit.title} · <RelativeTime time={commit.committed_date} />
          </div>
        )}
      </div>
      {!branch.default && (
        <Link
          className="button button-small"
          to={projectPath(fullPath, 'compare', `${project.default_branch ?? ''}...${branch.name}`)}
        >
          <Trans>Compare</Trans>
        </Link>
      )}
      {branch.can_push && !branch.default && !branch.protected && (
        <button
          type="button"
          className="button button-small button-icon button-danger"
          aria-label={t`Delete ${branch.name}`}
          title={t`Delete`}
          disabled={isBusy}
          onClick={remove}
        >
          <Trash2 size={14} aria-hidden="true" />
        </button>
      )}
    </li>
  );
}

const fieldsOf = (projectId: number) => ({
  branch: line(t`Name`, { isRequired: true }),
  ref: revision(t`Create from`, projectId, { isRequired: true, hint: t`A branch, tag or commit.` }),
});

function NewBranch() {
  const project = useProject();
  const fields = useMemo(() => fieldsOf(project.id), [project.id]);
  return (
    <NewRef title={t`New branch`}>
      <FieldsForm
        fields={fields}
        defaults={{ ref: project.default_branch }}
        button={t`Create branch`}
        done={t`The branch was created.`}
        keys={[branchKeys.ofProject(project.id)]}
        submit={(body) => createBranch(project.id, body)}
      />
    </NewRef>
  );
}
