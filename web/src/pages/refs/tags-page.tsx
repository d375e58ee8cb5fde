/** The tags of a project, and one of them. */
import { useQuery } from '@tanstack/react-query';
import { Tag as TagIcon } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { api, unwrap, unwrapPage } from '../../api/client';
import type { Tag } from '../../api/types';
import { Markdown } from '../../components/markdown';
import { Pagination, usePageNumber } from '../../components/pagination';
import { RelativeTime } from '../../components/relative-time';
import { SearchField } from '../../components/search-field';
import { Empty, Loaded } from '../../components/states';
import { Main } from '../../layout/main';
import { useProject } from '../../layout/project-area';
import { projectCrumbs } from '../../layout/project-crumbs';
import { projectPath } from '../../lib/paths';
import { useTitle } from '../../lib/use-title';

/** Shows the tags. */
export function TagsPage() {
  const project = useProject();
  useTitle('Tags', project.name_with_namespace);
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const page = usePageNumber();
  const query = useQuery({
    queryKey: ['tags', project.id, search, page],
    queryFn: () =>
      unwrapPage(
        api.GET('/api/v4/projects/{id}/repository/tags', {
          params: { path: { id: String(project.id) }, query: { page, ...(search !== '' && { search }) } },
        }),
      ),
  });
  return (
    <Main crumbs={[...projectCrumbs(project), { text: 'Tags' }]}>
      <div className="page-header">
        <h1>Tags</h1>
      </div>
      <div className="toolbar">
        <SearchField label="Find a tag" />
      </div>
      <Loaded query={query}>
        {(tags) =>
          tags.items.length === 0 ? (
            <Empty title="No tags" />
          ) : (
            <>
              <ul className="card list">
                {tags.items.map((tag) => (
                  <TagItem key={tag.name} tag={tag} />
                ))}
              </ul>
              <Pagination page={tags} />
            </>
          )
        }
      </Loaded>
    </Main>
  );
}

function TagItem({ tag }: { tag: Tag }) {
  const { commit } = tag;
  const { path_with_namespace: project } = useProject();
  return (
    <li>
      <TagIcon size={16} aria-hidden="true" />
      <div className="grow">
        <div className="row row-wrap">
          <Link className="plain-link" to={projectPath(project, 'tags', tag.name)}>
            <strong>{tag.name}</strong>
          </Link>
          {tag.protected && <span className="badge badge-green">protected</span>}
        </div>
        {commit && (
          <div className="muted small truncate">
            <Link className="mono" to={projectPath(project, 'commit', commit.id)}>
              {commit.short_id}
            </Link>{' '}
            {tag.message || commit.title} · <RelativeTime time={commit.committed_date} />
          </div>
        )}
      </div>
      <Link className="button button-small" to={projectPath(project, 'tree', tag.name)}>
        Files
      </Link>
    </li>
  );
}

/** Shows the tag of the address. */
export function TagPage() {
  const project = useProject();
  const { '*': name = '' } = useParams();
  useTitle(name, 'Tags', project.name_with_namespace);
  const query = useQuery({
    queryKey: ['tag', project.id, name],
    queryFn: () =>
      unwrap(
        api.GET('/api/v4/projects/{id}/repository/tags/{tag_name}', {
          params: { path: { id: String(project.id), tag_name: name } },
        }),
      ),
  });
  const tags = projectPath(project.path_with_namespace, 'tags');
  return (
    <Main crumbs={[...projectCrumbs(project), { text: 'Tags', to: tags }, { text: name }]}>
      <Loaded query={query}>
        {(tag) => (
          <div className="stack">
            <h1>{tag.name}</h1>
            {tag.message && <p>{tag.message}</p>}
            <ul className="card list">
              <TagItem tag={tag} />
            </ul>
            {tag.release?.description && (
              <section className="card card-body">
                <Markdown text={tag.release.description} project={project.path_with_namespace} />
              </section>
            )}
          </div>
        )}
      </Loaded>
    </Main>
  );
}
