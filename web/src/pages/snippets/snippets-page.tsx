/** The snippets of a project. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, unwrapPage } from '../../api/client';
import { Pagination, usePageNumber } from '../../components/pagination';
import { RelativeTime } from '../../components/relative-time';
import { Empty, Loaded } from '../../components/states';
import { VisibilityBadge } from '../../components/visibility-badge';
import { Main } from '../../layout/main';
import { useProject } from '../../layout/project-area';
import { projectCrumbs } from '../../layout/project-crumbs';
import { pathOf } from '../../lib/paths';
import { useTitle } from '../../lib/use-title';

/** Shows the snippets. */
export function ProjectSnippetsPage() {
  const project = useProject();
  useTitle('Snippets', project.name_with_namespace);
  const page = usePageNumber();
  const query = useQuery({
    queryKey: ['snippets', project.id, page],
    queryFn: () =>
      unwrapPage(
        api.GET('/api/v4/projects/{id}/snippets', { params: { path: { id: String(project.id) }, query: { page } } }),
      ),
  });
  return (
    <Main crumbs={[...projectCrumbs(project), { text: 'Snippets' }]}>
      <div className="page-header">
        <h1>Snippets</h1>
      </div>
      <Loaded query={query}>
        {(snippets) =>
          snippets.items.length === 0 ? (
            <Empty title="No snippets" />
          ) : (
            <>
              <ul className="card list">
                {snippets.items.map((snippet) => (
                  <li key={snippet.id}>
                    <div className="grow">
                      <Link className="plain-link" to={pathOf(snippet.web_url)}>
                        <strong>{snippet.title}</strong>
                      </Link>
                      <div className="muted small truncate">
                        {snippet.file_name} · {snippet.author?.name}
                      </div>
                    </div>
                    <VisibilityBadge visibility={snippet.visibility} />
                    <span className="muted small">
                      <RelativeTime time={snippet.updated_at} />
                    </span>
                  </li>
                ))}
              </ul>
              <Pagination page={snippets} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}
