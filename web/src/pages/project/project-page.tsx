/** The overview of a project: files, README, facts. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Activity, GitBranch, GitCommitHorizontal, GitFork, HardDrive, Scale, Star, Tag } from 'lucide-react';
import { Link } from 'react-router';
import type { Project } from '#api/types';
import { Avatar } from '#components/avatar';
import { CopyButton } from '#components/copy-button';
import { EventList } from '#components/event-list';
import { FeedMenu } from '#components/feed-menu';
import { NotificationMenu } from '#components/notification-menu';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { PushedBranchNotice } from '#components/pushed-branch/pushed-branch-notice';
import { RelativeTime } from '#components/relative-time';
import { Loaded } from '#components/states';
import { VisibilityBadge } from '#components/visibility-badge';
import { useBranchCount } from '#data/branches';
import { eventKeys, listProjectEvents } from '#data/events';
import { ownerOfProject } from '#data/owner';
import { useProject } from '#data/project-context';
import { projectKeys } from '#data/projects';
import { useRecentPage } from '#data/recent-pages';
import { toggleStar } from '#data/stars';
import { tagKeys, listTags } from '#data/tags';
import { numberText, sizeText } from '#lib/format';
import { showError } from '#lib/messages';
import { pathOf, projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { FileToolbar } from '#pages/files/file-toolbar';
import { LastCommit } from '#pages/files/last-commit';
import { Readme } from '#pages/files/readme';
import { TreeTable } from '#pages/files/tree-table';
import { useIsSignedIn } from '#session/use-session';
import { CloneMenu } from './clone-menu';
import { EmptyRepository } from './empty-repository';
import { ForkButton } from './fork-button';
import { Languages } from './languages';
import { ProjectBadges } from './project-badges';
import styles from './project.module.css';

/** Shows the overview. */
export function ProjectPage() {
  const project = useProject();
  useTitle(project.name_with_namespace);
  useRecentPage({
    kind: 'Project',
    text: project.name,
    detail: project.path_with_namespace,
    to: projectPath(project.path_with_namespace),
  });
  const address = { ref: project.default_branch ?? '', path: '' };
  const branchCount = useBranchCount(project);
  const hasFiles = !project.empty_repo && address.ref !== '';
  return (
    <Main crumbs={projectCrumbs(project).map((crumb, index) => (index === 1 ? { text: crumb.text } : crumb))}>
      <div className="stack">
        <Title project={project} />
        <PushedBranchNotice hasBranches={branchCount !== undefined && branchCount > 1} />
        {project.archived && (
          <div className="notice notice-warning">
            <Trans>This project is archived. It can only be read.</Trans>
          </div>
        )}
        <div className="columns">
          <div className="stack">
            {hasFiles ? (
              <>
                <div>
                  <FileToolbar address={address} page="tree" />
                  <div className="card">
                    <LastCommit address={address} />
                    <TreeTable address={address} />
                  </div>
                </div>
                <Readme address={address} />
              </>
            ) : (
              <EmptyRepository project={project} />
            )}
          </div>
          <aside aria-label={t`About the project`}>
            <About project={project} branchCount={branchCount} />
            <Languages projectId={project.id} />
          </aside>
        </div>
      </div>
    </Main>
  );
}

function Title({ project }: { project: Project }) {
  return (
    <div className="page-header">
      <div className={styles.projectTitle}>
        <Avatar name={project.name} url={project.avatar_url} size={48} isSquare />
        <div>
          <div className="row row-wrap">
            <h1>{project.name}</h1>
            <VisibilityBadge visibility={project.visibility} />
          </div>
          {project.forked_from_project && (
            <span className="muted small">
              <Trans>
                Forked from{' '}
                <Link to={pathOf(project.forked_from_project.web_url)}>
                  {project.forked_from_project.name_with_namespace}
                </Link>
              </Trans>
            </span>
          )}
        </div>
      </div>
      <div className="row row-wrap">
        <NotificationMenu owner={ownerOfProject(project)} />
        <StarButton project={project} />
        {!project.empty_repo && <ForkButton project={project} />}
        <CloneMenu project={project} />
      </div>
    </div>
  );
}

/**
 * Adds or removes a star. The API does not report whether the visitor has starred the project, so
 * one button tries both.
 */
function StarButton({ project }: { project: Project }) {
  const isSignedIn = useIsSignedIn();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => toggleStar(project.id),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKeys.one(project.path_with_namespace) }),
    onError: showError,
  });
  return (
    <button
      type="button"
      className="button"
      disabled={!isSignedIn || mutation.isPending}
      onClick={() => mutation.mutate()}
    >
      <Star size={15} aria-hidden="true" />{' '}
      <Trans>
        Star <span className="badge">{numberText(project.star_count)}</span>
      </Trans>
    </button>
  );
}

function About({ project, branchCount }: { project: Project; branchCount: number | undefined }) {
  const path = project.path_with_namespace;
  const { statistics, license } = project;
  const { data: tags } = useQuery({
    enabled: project.empty_repo === false,
    staleTime: 60_000,
    queryKey: tagKeys.count(project.id),
    queryFn: () => listTags(project.id, { per_page: 1 }),
  });
  return (
    <section className={`${styles.sideSection} stack-small`}>
      <h2>
        <Trans>About</Trans>
      </h2>
      {project.description && <p>{project.description}</p>}
      {project.tag_list.length > 0 && (
        <div className="row row-wrap">
          {project.tag_list.map((tag) => (
            <span key={tag} className="badge badge-blue">
              {tag}
            </span>
          ))}
        </div>
      )}
      <div className={styles.projectFacts}>
        {statistics && (
          <Link to={projectPath(path, 'commits', project.default_branch ?? '')}>
            <GitCommitHorizontal size={15} aria-hidden="true" />{' '}
            {plural(statistics.commit_count, { one: '# commit', other: '# commits' })}
          </Link>
        )}
        {branchCount !== undefined && (
          <Link to={projectPath(path, 'branches')}>
            <GitBranch size={15} aria-hidden="true" /> {plural(branchCount, { one: '# branch', other: '# branches' })}
          </Link>
        )}
        {tags?.total !== undefined && (
          <Link to={projectPath(path, 'tags')}>
            <Tag size={15} aria-hidden="true" /> {plural(tags.total, { one: '# tag', other: '# tags' })}
          </Link>
        )}
        <span>
          <GitFork size={15} aria-hidden="true" /> {plural(project.forks_count, { one: '# fork', other: '# forks' })}
        </span>
        {statistics && (
          <span>
            <HardDrive size={15} aria-hidden="true" /> {sizeText(statistics.repository_size)}
          </span>
        )}
        {license && (
          <span>
            <Scale size={15} aria-hidden="true" />{' '}
            {license.key === 'other' ? t({ message: 'Other', context: 'license' }) : license.name}
          </span>
        )}
        <Link to={projectPath(path, 'activity')}>
          <Activity size={15} aria-hidden="true" />{' '}
          <Trans>
            Active <RelativeTime time={project.last_activity_at} />
          </Trans>
        </Link>
      </div>
      <ProjectBadges projectId={project.id} />
      <div className="small muted row">
        <Trans>Project ID: {project.id}</Trans> <CopyButton text={String(project.id)} label={t`Copy the project ID`} />
      </div>
    </section>
  );
}

/** What happened in the project. */
export function ActivityPage() {
  const project = useProject();
  useTitle(t`Activity`, project.name_with_namespace);
  const query = useQuery({
    queryKey: eventKeys.ofProject(project.id),
    queryFn: () => listProjectEvents(project.id, { per_page: 50 }),
  });
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Activity` }]}>
      <div className="page-header">
        <h1>
          <Trans>Activity</Trans>
        </h1>
        <FeedMenu project={project} kind="activity" />
      </div>
      <div className="card">
        <Loaded query={query}>{(events) => <EventList events={events} project={project.path_with_namespace} />}</Loaded>
      </div>
    </Main>
  );
}
