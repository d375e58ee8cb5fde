/** The branches of a project. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { GitBranch, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api, unwrap, unwrapPage } from '../../api/client';
import type { Branch } from '../../api/types';
import { FormError, TextField } from '../../components/form';
import { Pagination, usePageNumber } from '../../components/pagination';
import { RelativeTime } from '../../components/relative-time';
import { SearchField } from '../../components/search-field';
import { Empty, Loaded } from '../../components/states';
import { showDone, showError } from '../../components/toasts';
import { Main } from '../../layout/main';
import { useProject } from '../../layout/project-area';
import { projectCrumbs } from '../../layout/project-crumbs';
import { projectPath } from '../../lib/paths';
import { useTitle } from '../../lib/use-title';
import { useIsSignedIn } from '../../session/use-session';

/** Shows the branches. */
export function BranchesPage() {
  const project = useProject();
  useTitle('Branches', project.name_with_namespace);
  const isSignedIn = useIsSignedIn();
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const page = usePageNumber();
  const query = useQuery({
    queryKey: ['branches', project.id, search, page],
    queryFn: () =>
      unwrapPage(
        api.GET('/api/v4/projects/{id}/repository/branches', {
          params: { path: { id: String(project.id) }, query: { page, ...(search !== '' && { search }) } },
        }),
      ),
  });
  return (
    <Main crumbs={[...projectCrumbs(project), { text: 'Branches' }]}>
      <div className="page-header">
        <h1>Branches</h1>
      </div>
      {isSignedIn && !project.archived && <NewBranch />}
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
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE('/api/v4/projects/{id}/repository/branches/{branch}', {
          params: { path: { id: String(project.id), branch: branch.name } },
        }),
      ),
    onSuccess: async () => {
      showDone(`Branch ${branch.name} was deleted.`);
      await client.invalidateQueries({ queryKey: ['branches', project.id] });
    },
    onError: showError,
  });
  const remove = (): void => {
    if (window.confirm(`Delete the branch ${branch.name}? Its commits are lost unless another branch has them.`))
      removal.mutate();
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
          disabled={removal.isPending}
          onClick={remove}
        >
          <Trash2 size={14} aria-hidden="true" />
        </button>
      )}
    </li>
  );
}

function NewBranch() {
  const project = useProject();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [ref, setRef] = useState(project.default_branch ?? '');
  const mutation = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST('/api/v4/projects/{id}/repository/branches', {
          params: { path: { id: String(project.id) } },
          body: { branch: name.trim(), ref: ref.trim() },
        }),
      ),
    onSuccess: async () => {
      showDone(`Branch ${name} was created.`);
      setName('');
      await client.invalidateQueries({ queryKey: ['branches', project.id] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutation.mutate();
  };
  return (
    <details className="card card-body new-ref">
      <summary>New branch</summary>
      <form className="form" onSubmit={submit}>
        <FormError error={mutation.error} />
        <TextField label="Name" required value={name} onChange={(event) => setName(event.target.value)} />
        <TextField
          label="Create from"
          hint="A branch, tag or commit."
          required
          value={ref}
          onChange={(event) => setRef(event.target.value)}
        />
        <div>
          <button type="submit" className="button button-primary" disabled={mutation.isPending}>
            Create branch
          </button>
        </div>
      </form>
    </details>
  );
}
