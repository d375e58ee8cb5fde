/** The start page: what concerns the visitor; public projects for anonymous visitors. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleDot, GitPullRequest, ListTodo } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '#components/avatar';
import { ItemList } from '#components/item-list';
import { Main } from '#components/page/main';
import { ProjectList } from '#components/project-list';
import { RelativeTime } from '#components/relative-time';
import { Loaded } from '#components/states';
import { useCurrentUser } from '#data/current-user';
import { issueKeys, listIssues } from '#data/issues';
import { mergeRequestKeys, listMergeRequests } from '#data/merge-requests';
import { projectKeys, listProjects } from '#data/projects';
import { todoKeys, listTodos } from '#data/todos';
import { numberText } from '#lib/format';
import { pathOf } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { ExplorePage } from '#pages/explore/explore-page';
import { useIsSignedIn } from '#session/use-session';
import { FirstSteps } from './first-steps';
import { NoProjects, OwnTabs } from './own-lists-page';
import styles from './start.module.css';

const SHOWN = 6;

/** Shows the page. */
export function StartPage() {
  const isSignedIn = useIsSignedIn();
  return isSignedIn ? <Dashboard /> : <ExplorePage />;
}

function Dashboard() {
  const user = useCurrentUser();
  useTitle(t`Start`);
  const projects = useQuery({
    queryKey: projectKeys.own,
    queryFn: () => listProjects({ membership: true, order_by: 'last_activity_at', per_page: 10, archived: false }),
  });
  return (
    <Main>
      <div className="page-header">
        <h1>{user ? t`Hello, ${user.name}` : t`Hello`}</h1>
        <Link className="button button-primary" to="/projects/new">
          <Trans>New project</Trans>
        </Link>
      </div>
      {user?.is_admin && <FirstSteps />}
      <div className={styles.startColumns}>
        <Todos />
        <Assigned />
        <Requests />
      </div>
      <section className="stack-small" aria-labelledby="start-projects">
        <h2 id="start-projects">
          <Trans>Your projects</Trans>
        </h2>
        <OwnTabs current="" />
        <Loaded query={projects} lines={8}>
          {({ items, total }) =>
            items.length === 0 ? (
              <NoProjects kind="membership" />
            ) : (
              <>
                <ProjectList projects={items} />
                {(total ?? 0) > items.length && (
                  <div>
                    <Link className="button" to="/dashboard/projects">
                      <Trans>All {numberText(total ?? 0)} projects</Trans>
                    </Link>
                  </div>
                )}
              </>
            )
          }
        </Loaded>
      </section>
    </Main>
  );
}

interface PanelProps {
  title: string;
  Icon: typeof ListTodo;
  count: number | undefined;
  /** Address of the whole list. */
  to: string;
  children: ReactNode;
}

function Panel({ title, Icon, count, to, children }: PanelProps) {
  return (
    <section className={`card ${styles.startPanel}`} aria-label={title}>
      <div className="card-header">
        <Icon size={16} aria-hidden="true" />
        <h2 className="grow">{title}</h2>
        {count !== undefined && <span className="badge">{count}</span>}
        <Link className="small" to={to}>
          <Trans>All</Trans>
        </Link>
      </div>
      {children}
    </section>
  );
}

const actionTexts: Record<string, string> = {
  assigned: t`assigned you`,
  mentioned: t`mentioned you in`,
  directly_addressed: t`addressed you in`,
  review_requested: t`asked you to review`,
  approval_required: t`needs your approval of`,
  marked: t`you added`,
  build_failed: t`a pipeline failed for`,
  unmergeable: t`cannot be merged:`,
  merge_train_removed: t`removed from the merge train:`,
};

function Todos() {
  const query = useQuery({
    queryKey: todoKeys.start,
    queryFn: () => listTodos({ state: 'pending', per_page: SHOWN }),
  });
  return (
    <Panel title={t`To do`} Icon={ListTodo} count={query.data?.total} to="/dashboard/todos">
      <Loaded query={query} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="empty">
              <Trans>Nothing to do.</Trans>
            </p>
          ) : (
            <ul className="list">
              {items.map((todo) => (
                <li key={todo.id}>
                  <Avatar name={todo.author?.name ?? '?'} url={todo.author?.avatar_url ?? null} size={24} />
                  <div className="grow">
                    <div className="truncate">
                      <span className="muted">
                        {todo.author?.name} {actionTexts[todo.action_name] ?? todo.action_name}
                      </span>{' '}
                      <Link to={pathOf(todo.target_url)}>{todo.body}</Link>
                    </div>
                    <div className="muted small">
                      <RelativeTime time={todo.created_at} />
                    </div>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

const assigned = {
  scope: 'assigned_to_me',
  state: 'opened',
  per_page: SHOWN,
  order_by: 'updated_at',
  with_labels_details: true,
} as const;

function Assigned() {
  const query = useQuery({
    queryKey: issueKeys.start,
    queryFn: () => listIssues(assigned),
  });
  return (
    <Panel title={t`Assigned issues`} Icon={CircleDot} count={query.data?.total} to="/dashboard/issues">
      <Loaded query={query} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="empty">
              <Trans>No issue is assigned to you.</Trans>
            </p>
          ) : (
            <ItemList items={items} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Requests() {
  const query = useQuery({
    queryKey: mergeRequestKeys.start,
    queryFn: () => listMergeRequests(assigned),
  });
  return (
    <Panel
      title={t`Assigned merge requests`}
      Icon={GitPullRequest}
      count={query.data?.total}
      to="/dashboard/merge_requests"
    >
      <Loaded query={query} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="empty">
              <Trans>No merge request is assigned to you.</Trans>
            </p>
          ) : (
            <ItemList items={items} isMergeRequest />
          )
        }
      </Loaded>
    </Panel>
  );
}
