/** The releases of a project. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download, Package, Tag } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { Release } from '#api/types';
import { Markdown } from '#components/markdown';
import { FeedMenu } from '#components/feed-menu';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Pagination, usePageNumber } from '#components/pagination';
import { RelativeTime } from '#components/relative-time';
import { Empty, Loaded } from '#components/states';
import { UserLink } from '#components/user-link';
import { useMayPush } from '#data/access';
import { downloadFrom } from '#data/files';
import { useProject } from '#data/project-context';
import { releaseKeys, deleteRelease, getRelease, listReleases } from '#data/releases';
import { showError } from '#lib/messages';
import { projectPath } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { useTitle } from '#lib/use-title';
import { EditRelease } from './release-form';

/** Shows the releases. */
export function ReleasesPage() {
  const project = useProject();
  useTitle(t`Releases`, project.name_with_namespace);
  const page = usePageNumber();
  const query = useQuery({
    queryKey: releaseKeys.list(project.id, page),
    queryFn: () => listReleases(project.id, { page, per_page: 10 }),
  });
  const mayPush = useMayPush(project);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Releases` }]}>
      <div className="page-header">
        <h1>
          <Trans>Releases</Trans>
        </h1>
        <div className="row">
          <FeedMenu project={project} kind="releases" />
          {mayPush && (
            <Link className="button button-primary" to={projectPath(project.path_with_namespace, 'releases', 'new')}>
              <Trans>New release</Trans>
            </Link>
          )}
        </div>
      </div>
      <Loaded query={query}>
        {(releases) =>
          releases.items.length === 0 ? (
            <Empty title={t`No releases`} />
          ) : (
            <div className="stack">
              {releases.items.map((release) => (
                <ReleaseCard key={release.tag_name} release={release} />
              ))}
              <Pagination page={releases} />
            </div>
          )
        }
      </Loaded>
    </Main>
  );
}

/** Shows the release of the address, or its form with the parameter `edit`. */
export function ReleasePage() {
  const project = useProject();
  const { '*': tag = '' } = useParams();
  const [params] = useSearchParams();
  useTitle(tag, t`Releases`, project.name_with_namespace);
  const query = useQuery({
    queryKey: releaseKeys.one(project.id, tag),
    queryFn: () => getRelease(project.id, tag),
  });
  const releases = projectPath(project.path_with_namespace, 'releases');
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Releases`, to: releases }, { text: tag }]}>
      <Loaded query={query}>
        {(release) =>
          params.has('edit') ? <EditRelease release={release} /> : <ReleaseCard release={release} isPage />
        }
      </Loaded>
    </Main>
  );
}

interface ReleaseCardProps {
  release: Release;
  /** Whether it is the content of a page of its own, whose first heading is its name. */
  isPage?: boolean;
}

function ReleaseCard({ release, isPage = false }: ReleaseCardProps) {
  const owner = useProject();
  const { id: projectId, path_with_namespace: project, path } = owner;
  const mayChange = useMayPush(owner);
  const { run, isBusy } = useAction(releaseKeys.ofProject(projectId), releaseKeys.one(projectId, release.tag_name));
  const remove = (): void => {
    if (window.confirm(t`Delete the release ${release.name}? Its tag stays.`))
      void run(() => deleteRelease(projectId, release.tag_name), t`The release was deleted.`);
  };
  const { sources = [], links = [] } = release.assets ?? {};
  return (
    <article className="card">
      <div className="card-header row-wrap">
        <Package size={17} aria-hidden="true" />
        {isPage ? (
          <h1 className="grow">{release.name || release.tag_name}</h1>
        ) : (
          <h2 className="grow">
            <Link className="plain-link" to={projectPath(project, 'releases', release.tag_name)}>
              {release.name || release.tag_name}
            </Link>
          </h2>
        )}
        {release.upcoming_release && (
          <span className="badge badge-amber">
            <Trans>upcoming</Trans>
          </span>
        )}
        <Link className="badge badge-blue" to={projectPath(project, 'tags', release.tag_name)}>
          <Tag size={12} aria-hidden="true" /> {release.tag_name}
        </Link>
        {mayChange && (
          <>
            <Link className="button button-small" to={`${projectPath(project, 'releases', release.tag_name)}?edit`}>
              <Trans>Edit</Trans>
            </Link>
            <button
              type="button"
              className="button button-small button-danger"
              aria-label={t`Delete the release ${release.name}`}
              disabled={isBusy}
              onClick={remove}
            >
              <Trans>Delete</Trans>
            </button>
          </>
        )}
      </div>
      <div className="card-body stack">
        <div className="row muted small">
          <Trans>
            <UserLink user={release.author} /> released this <RelativeTime time={release.released_at} />
          </Trans>
        </div>
        {release.description && <Markdown text={release.description} project={project} />}
        <div className="row row-wrap">
          {links.map(({ id, name, url }) => (
            <a
              key={id}
              className="button button-small"
              href={/^https?:\/\//i.test(url) ? url : undefined}
              rel="noreferrer noopener"
            >
              <Download size={14} aria-hidden="true" /> {name}
            </a>
          ))}
          {sources.map(({ format, url }) => (
            <button
              key={format}
              type="button"
              className="button button-small"
              onClick={() => {
                const { pathname, search } = new URL(url);
                downloadFrom(`${pathname}${search}`, `${path}-${release.tag_name}.${format}`).catch(showError);
              }}
            >
              <Download size={14} aria-hidden="true" /> <Trans>Source ({format})</Trans>
            </button>
          ))}
        </div>
      </div>
    </article>
  );
}
