/** A merge request with its tabs: overview, commits, pipelines and changes. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useParams, Link } from 'react-router';
import type { MergeRequest } from '#api/types';
import { positionOf } from '#components/discussion/diff-discussions';
import { DiscussionList, useDiscussions } from '#components/discussion/discussion-list';
import { isOpenThread } from '#components/discussion/thread';
import { Field } from '#components/form';
import { ItemDescription, ItemText } from '#components/items/item-title';
import { Menu } from '#components/menu';
import { Reactions } from '#components/items/reactions';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { RefInput } from '#components/ref-input';
import { RelativeTime } from '#components/relative-time';
import { StateBadge } from '#components/state-badge';
import { Loaded } from '#components/states';
import { UserLink } from '#components/user-link';
import { useProjectLevel } from '#data/access';
import { useCurrentUser } from '#data/current-user';
import { requestDiscussions } from '#data/discussions';
import { mergeRequestKeys, rawDiffsAddress, getMergeRequest, updateMergeRequest } from '#data/merge-requests';
import { useProject } from '#data/project-context';
import { useRecentPage } from '#data/recent-pages';
import { Level } from '#lib/levels';
import { projectPath } from '#lib/paths';
import { useAction } from '#lib/use-action';
import { keepsScroll } from '#lib/use-scroll-positions';
import { useTitle } from '#lib/use-title';
import { useLive, usePolling } from '#live/use-live';
import { Approvals } from './approvals';
import { MergeBox } from './merge-box';
import { isOutdated, RequestChanges, titleOfThread } from './request-changes';
import { RequestCommits, RequestPipelines } from './request-commits';
import { RequestSidebar } from './request-sidebar';
import { ReviewBar } from './review-bar';
import { ThreadLines } from './thread-lines';
import styles from './merge-requests.module.css';

const tabs = [
  { tab: '', text: t`Overview` },
  { tab: 'commits', text: t`Commits` },
  { tab: 'pipelines', text: t`Pipelines` },
  { tab: 'diffs', text: t`Changes` },
] as const;

/** The query of a merge request. */
export function useRequest(projectId: number, iid: number) {
  const everyMs = usePolling(`projects/${projectId}/merge_requests/${iid}`, 20_000);
  return useQuery({
    queryKey: mergeRequestKeys.one(projectId, iid),
    queryFn: () =>
      getMergeRequest(projectId, iid, { include_diverged_commits_count: true, include_rebase_in_progress: true }),
    // A check for conflicts or a rebase is over soon.
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'opened' && (data.rebase_in_progress || data.merge_status === 'unchecked') ? 2000 : everyMs,
  });
}

/** Shows a merge request. */
export function RequestPage() {
  const project = useProject();
  const { iid = '', tab = '' } = useParams();
  const key = mergeRequestKeys.one(project.id, Number(iid));
  useLive(`projects/${project.id}/merge_requests/${Number(iid)}`, key);
  useLive(`projects/${project.id}/pipelines`, key);
  const query = useRequest(project.id, Number(iid));
  useTitle(query.data && `${query.data.title} (!${iid})`, t`Merge requests`, project.name_with_namespace);
  useRecentPage(
    query.data && {
      kind: 'Merge request',
      text: query.data.title,
      detail: `${project.path_with_namespace}!${iid}`,
      to: projectPath(project.path_with_namespace, 'merge_requests', iid),
    },
  );
  const list = { text: t`Merge requests`, to: projectPath(project.path_with_namespace, 'merge_requests') };
  return (
    <Main crumbs={[...projectCrumbs(project), list, { text: `!${iid}` }]}>
      <Loaded query={query} lines={12}>
        {(request) => <RequestView key={request.iid} request={request} tab={tab} />}
      </Loaded>
    </Main>
  );
}

function RequestView({ request, tab }: { request: MergeRequest; tab: string }) {
  const project = useProject();
  const user = useCurrentUser();
  const level = useProjectLevel(project);
  const source = useMemo(() => requestDiscussions(project, request.iid), [project, request.iid]);
  const [isReviewing, setIsReviewing] = useState(false);
  const discussions = useDiscussions(source);
  const open = discussions.data?.filter(isOpenThread).length ?? 0;
  const isAuthor = user !== undefined && request.author?.id === user.id;
  const canEdit =
    user !== undefined && !project.archived && request.state !== 'merged' && (level >= Level.developer || isAuthor);
  const { run, isBusy } = useAction(mergeRequestKeys.one(project.id, request.iid), mergeRequestKeys.lists);
  const update = (body: Parameters<typeof updateMergeRequest>[2]) =>
    run(() => updateMergeRequest(project.id, request.iid, body));
  const address = (name: string): string =>
    projectPath(project.path_with_namespace, 'merge_requests', String(request.iid), name);
  const isOpen = request.state === 'opened';
  const tasks = {
    load: async () => (await getMergeRequest(project.id, request.iid, {})).description ?? '',
    save: (description: string) => update({ description }),
  };
  const [target, setTarget] = useState(request.target_branch);
  const draftTitle = request.work_in_progress
    ? request.title.replace(/^\s*(\[draft\]|\(draft\)|draft:|wip:|\[wip\])\s*/i, '')
    : `Draft: ${request.title}`;
  const counts: Record<string, string | number | null> = { diffs: request.changes_count ?? null };
  const stateButton = canEdit && (isOpen || request.state === 'closed') && (
    <button
      type="button"
      className="button"
      disabled={isBusy}
      onClick={() => void update({ state_event: isOpen ? 'close' : 'reopen' })}
    >
      {isOpen ? t({ message: 'Close', context: 'issue or merge request' }) : t`Reopen`}
    </button>
  );
  return (
    <>
      <ItemText
        title={request.title}
        description={request.description}
        reference={`!${request.iid}`}
        canEdit={canEdit}
        subject="merge_request"
        project={project}
        draftKey={`request-${request.id}`}
        // It is in the left column below, beside the details.
        isDescriptionShown={false}
        fields={
          isOpen && (
            <Field
              label={t`Target branch`}
              hint={t`Another branch changes the commits and files of the merge request. Approvals may be reset.`}
            >
              {(attributes) => (
                <RefInput {...attributes} projectId={project.id} kinds="branches" value={target} onChange={setTarget} />
              )}
            </Field>
          )
        }
        save={(title, description) =>
          update({
            title,
            description,
            ...(target.trim() !== request.target_branch && { target_branch: target.trim() }),
          })
        }
        meta={
          <>
            <StateBadge kind="merge_request" state={request.state} />
            {request.work_in_progress && (
              <span className="badge badge-amber">
                <Trans>Draft</Trans>
              </span>
            )}
            <UserLink user={request.author} />
            <span>
              <Trans>
                opened <RelativeTime time={request.created_at} />
              </Trans>
            </span>
            <Branches request={request} />
          </>
        }
        actions={
          canEdit && (
            <>
              {stateButton}
              <Menu
                label={t`More actions`}
                button={<Ellipsis size={16} aria-hidden="true" />}
                className="button button-icon"
              >
                <button type="button" onClick={() => void update({ title: draftTitle })}>
                  {request.work_in_progress ? t`Mark as ready` : t`Mark as draft`}
                </button>
                <button type="button" onClick={() => void update({ discussion_locked: !request.discussion_locked })}>
                  {request.discussion_locked ? t`Unlock the discussion` : t`Lock the discussion`}
                </button>
                <a href={rawDiffsAddress(project.id, request.iid)}>
                  <Trans>Raw changes</Trans>
                </a>
              </Menu>
            </>
          )
        }
      >
        <nav className={`tabs ${styles.requestTabs}`} aria-label={t`Merge request`}>
          {tabs.map(({ tab: name, text }) => (
            <Link key={name} to={address(name)} aria-current={tab === name ? 'page' : undefined} state={keepsScroll}>
              {text}
              {counts[name] !== undefined && counts[name] !== null && <span className="badge">{counts[name]}</span>}
            </Link>
          ))}
          {open > 0 && (
            <span className={`badge badge-amber ${styles.requestOpen}`}>
              {plural(open, { one: '# unresolved thread', other: '# unresolved threads' })}
            </span>
          )}
        </nav>
      </ItemText>
      {tab === 'commits' && <RequestCommits request={request} />}
      {tab === 'pipelines' && <RequestPipelines request={request} />}
      {tab === 'diffs' && (
        <RequestChanges
          request={request}
          source={source}
          canModerate={level >= Level.maintainer}
          review={user && !project.archived ? () => setIsReviewing(true) : undefined}
        />
      )}
      {tab === '' && (
        <div className="columns">
          <div className="stack">
            <ItemDescription description={request.description} project={project} canEdit={canEdit} tasks={tasks} />
            {source.reactions && <Reactions source={source.reactions} />}
            <Approvals request={request} />
            <MergeBox request={request} openThreads={open} canRebase={canEdit} />
            <DiscussionList
              source={source}
              canModerate={level >= Level.maintainer}
              canComment={!project.archived && (!request.discussion_locked || level > 0)}
              actions={stateButton}
              titleOf={titleOfThread}
              titleLinkOf={({ notes: [first] }) =>
                first?.position ? `${address('diffs')}#note_${first.id}` : undefined
              }
              excerptOf={(discussion) =>
                positionOf(discussion) && <ThreadLines request={request} discussion={discussion} />
              }
              isOutdated={(discussion) => isOutdated(discussion, request)}
            />
          </div>
          <RequestSidebar request={request} canEdit={canEdit} isBusy={isBusy} update={update} run={run} />
        </div>
      )}
      {user && (
        <ReviewBar request={request} source={source} level={level} isOpen={isReviewing} setIsOpen={setIsReviewing} />
      )}
    </>
  );
}

function Branches({ request }: { request: MergeRequest }) {
  const project = useProject();
  const isFork = request.source_project_id !== request.target_project_id;
  const path = project.path_with_namespace;
  return (
    <span className="row row-wrap">
      {isFork || request.state === 'merged' ? (
        <span className={`mono ${styles.branchName}`}>{request.source_branch}</span>
      ) : (
        <Link className={`mono ${styles.branchName}`} to={projectPath(path, 'tree', request.source_branch)}>
          {request.source_branch}
        </Link>
      )}
      <span aria-hidden="true">→</span>
      <span className="visually-hidden">
        <Trans>into</Trans>
      </span>
      <Link className={`mono ${styles.branchName}`} to={projectPath(path, 'tree', request.target_branch)}>
        {request.target_branch}
      </Link>
    </span>
  );
}
