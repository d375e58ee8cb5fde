/** The versions of a wiki page. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { WikiPage } from '#api/types';
import { Avatar } from '#components/avatar';
import { Diff } from '#components/diff/diff';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Loaded } from '#components/states';
import { useProject } from '#data/project-context';
import { listWikiPageVersionDiff, listWikiPageVersions, wikiKeys } from '#data/wikis';
import { projectPath } from '#lib/paths';

/** Lists the versions with links to their contents. */
export function WikiHistory({ page: { slug, title } }: { page: WikiPage }) {
  const { id, path_with_namespace: project } = useProject();
  const page = usePageNumber();
  const query = useQuery({
    queryKey: wikiKeys.versions(id, slug, page),
    queryFn: () => listWikiPageVersions(id, slug, { page }),
  });
  return (
    <section className="stack" aria-labelledby="history-title">
      <div className="page-header">
        <h1 id="history-title">
          <Trans>History of {title}</Trans>
        </h1>
        <Link className="button button-small" to={projectPath(project, 'wikis', slug)}>
          <Trans>Current version</Trans>
        </Link>
      </div>
      <Loaded query={query}>
        {(versions) => (
          <>
            <ul className="card list">
              {versions.items.map((version) => (
                <li key={version.id}>
                  <Avatar name={version.author_name} size={32} />
                  <div className="grow">
                    <Link className="plain-link" to={`?version=${version.id}`}>
                      {version.title}
                    </Link>
                    <div className="muted small">
                      {version.author_name} · <RelativeTime time={version.authored_date} />
                    </div>
                  </div>
                  <span className="mono">{version.short_id}</span>
                </li>
              ))}
            </ul>
            <Pagination page={versions} />
          </>
        )}
      </Loaded>
    </section>
  );
}

/** What a version changed, above its content. */
export function WikiVersion({ slug, sha }: { slug: string; sha: string }) {
  const { id, path_with_namespace: project } = useProject();
  const query = useQuery({
    queryKey: wikiKeys.diff(id, slug, sha),
    queryFn: () => listWikiPageVersionDiff(id, slug, sha),
    staleTime: Infinity,
  });
  return (
    <div className="stack">
      <p className="notice">
        <Trans>
          This is the version <span className="mono">{sha.slice(0, 8)}</span> of the page.{' '}
          <Link to={projectPath(project, 'wikis', slug)}>Show the current one</Link>
        </Trans>
      </p>
      <details open>
        <summary>
          <Trans>Changes of this version</Trans>
        </summary>
        <Loaded query={query}>{(files) => <Diff files={files} />}</Loaded>
      </details>
    </div>
  );
}
