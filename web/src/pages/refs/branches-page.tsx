/** The branches of a project. */
import { useQuery } from '@tanstack/react-query';
import { GitBranch, Trash2 } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { Branch } from '#api/types';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { SearchField } from '#components/search-field';
import { line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Empty, Loaded } from '#components/states';
import { useMayPush } from '#data/access';
import { branchKeys, createBranch, deleteBranch, listBranches } from '#data/branches';
import { useProject } from '#data/project-context';
import { projectPath } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { useTitle } from '#lib/use-title';
import { useLive } from '#live/use-live';
import { NewRef } from './new-ref';

/** Shows the branches. */
export function BranchesPage() {
  const project = useProject();
  useTitle('Branches', project.name_with_namespace);
  const mayPush = useMayPush(project);
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const page = usePageNumber();
  useLive(`projects/${project.id}/repository/branches`, branchKeys.ofProject(project.id));
  const query = useQuery({
    queryKey: branchKeys.list(project.id, search, page),
    queryFn: () => listBranches(project.id, { page, ...(search !== '' && { search }) }),
  });
  return (
    <Main crumbs={[...projectCrumbs(project), { text: 'Branches' }]}>
      <div className="page-header">
        <h1>Branches</h1>
      </div>
      {mayPush && <NewBranch />}
      <div className="toolbar">
        <SearchField label="Find a branch" />
      </div>
      <Loaded query={query}>
        {(branches) =>
          branches.items.length === 0 ? (
            <Empty title="No branches" />
          ) : (
            <>
              <ul className="card list">
                {branches.items.map((branch) => (
                  <BranchItem key={branch.name} branch={branch} />
                ))}
              </ul>
              <Pagination page={branches} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}

function BranchItem({ branch }: { branch: Branch }) {
  const project = useProject();
  const fullPath = project.path_with_namespace;
  const { commit } = branch;
  const { run, isBusy } = useAction(branchKeys.ofProject(project.id));
  const remove = (): void => {
    if (window.confirm(`Delete the branch ${branch.name}? Its commits are lost unless another branch has them.`))
      void run(() => deleteBranch(project.id, branch.name), `Branch ${branch.name} was deleted.`);
  };
  return (
    <li>
      <GitBranch size={16} aria-hidden="true" />
      <div className="grow">
        <div className="row row-wrap">
          <Link className="plain-link" to={projectPath(fullPath, 'tree', branch.name)}>
            <strong>{branch.name}</strong>
          </Link>
          {branch.default && <span className="badge badge-blue">default</span>}
          {branch.protected && <span className="badge badge-green">protected</span>}
          {branch.merged && <span className="badge badge-purple">merged</span>}
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
          Compare
        </Link>
      )}
      {branch.can_push && !branch.default && !branch.protected && (
        <button
          type="button"
          className="button button-small button-icon button-danger"
          aria-label={`Delete ${branch.name}`}
          title="Delete"
          disabled={isBusy}
          onClick={remove}
        >
          <Trash2 size={14} aria-hidden="true" />
        </button>
      )}
    </li>
  );
}

const fields = {
  branch: line('Name', { isRequired: true }),
  ref: line('Create from', { isRequired: true, hint: 'A branch, tag or commit.' }),
};

function NewBranch() {
  const project = useProject();
  return (
    <NewRef title="New branch">
      <FieldsForm
        fields={fields}
        defaults={{ ref: project.default_branch }}
        button="Create branch"
        done="The branch was created."
        keys={[branchKeys.ofProject(project.id)]}
        submit={(body) => createBranch(project.id, body)}
      />
    </NewRef>
  );
}
