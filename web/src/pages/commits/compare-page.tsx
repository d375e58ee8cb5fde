/** The commits and changes between two refs. */
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { Diff } from '#components/diff/diff';
import { TextField } from '#components/form';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Empty, Loaded } from '#components/states';
import { useProject } from '#data/project-context';
import { repositoryKeys, compareRevisions } from '#data/repository';
import { countText } from '#lib/format';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { CommitList } from './commit-list';
import './commits.css';

/** Shows the comparison of the address: `/-/compare/main...feature`. */
export function ComparePage() {
  const { '*': splat = '' } = useParams();
  const project = useProject();
  const fullPath = project.path_with_namespace;
  const isStraight = /(^|[^.])\.\.([^.]|$)/.test(splat);
  const [from = '', to = ''] = splat.split(isStraight ? '..' : '...');
  useTitle('Compare', splat, project.name_with_namespace);
  const query = useQuery({
    queryKey: repositoryKeys.comparison(project.id, from, to, isStraight),
    queryFn: () => compareRevisions(project.id, { from, to, straight: isStraight }),
    enabled: from !== '' && to !== '',
  });
  const request = `${projectPath(fullPath, 'merge_requests', 'new')}?${new URLSearchParams({
    'merge_request[source_branch]': to,
    'merge_request[target_branch]': from,
  }).toString()}`;
  return (
    <Main crumbs={[...projectCrumbs(project), { text: 'Compare' }]}>
      <div className="page-header">
        <h1>Compare</h1>
        {to !== '' && (
          <Link className="button button-primary" to={request}>
            Create merge request
          </Link>
        )}
      </div>
      <CompareForm key={splat} from={from || (project.default_branch ?? '')} to={to} />
      {from !== '' && to !== '' && (
        <Loaded query={query} lines={12}>
          {({ commits, diffs, compare_same_ref: isSame }) =>
            isSame || (commits.length === 0 && diffs.length === 0) ? (
              <Empty title="Nothing to compare">
                <p>{isSame ? 'Both sides are the same ref.' : `${from} has everything that ${to} has.`}</p>
              </Empty>
            ) : (
              <div className="stack">
                <h2>{countText(commits.length, 'commit')}</h2>
                <CommitList commits={[...commits].reverse()} project={fullPath} />
                <Diff files={diffs} />
              </div>
            )
          }
        </Loaded>
      )}
    </Main>
  );
}

function CompareForm({ from, to }: { from: string; to: string }) {
  const { path_with_namespace: project } = useProject();
  const navigate = useNavigate();
  const [left, setLeft] = useState(from);
  const [right, setRight] = useState(to);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void navigate(projectPath(project, 'compare', `${left.trim()}...${right.trim()}`));
  };
  return (
    <form className="compare-form" onSubmit={submit}>
      <TextField label="From" required value={left} onChange={(event) => setLeft(event.target.value)} />
      <ArrowRight size={16} aria-hidden="true" />
      <TextField label="To" required value={right} onChange={(event) => setRight(event.target.value)} />
      <button type="submit" className="button">
        Compare
      </button>
    </form>
  );
}
