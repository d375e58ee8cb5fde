/** A milestone of a project: progress, burndown, issues and merge requests. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { allPages } from '../../api/all-pages';
import { api, unwrap, unwrapPage } from '../../api/client';
import type { Issue, MergeRequest, Milestone } from '../../api/types';
import { IssueRow, RequestRow } from '../../components/items/issue-row';
import { useProjectLabels } from '../../components/items/labels';
import { Markdown } from '../../components/markdown';
import { StateBadge } from '../../components/state-badge';
import { Empty, Loaded } from '../../components/states';
import { Main } from '../../layout/main';
import { useProject } from '../../layout/project-area';
import { projectCrumbs } from '../../layout/project-crumbs';
import { Level, useProjectLevel } from '../../lib/access';
import { countText, dateText } from '../../lib/format';
import { projectPath } from '../../lib/paths';
import { useAction } from '../../lib/use-action';
import { useTitle } from '../../lib/use-title';
import { Burndown } from './burndown';

/** Shows the milestone with a number. */
export function MilestonePage() {
  const project = useProject();
  const { iid = '' } = useParams();
  const query = useQuery({
    queryKey: ['milestone', project.id, iid],
    queryFn: async () => {
      const found = await unwrap(
        api.GET('/api/v4/projects/{id}/milestones', {
          params: { path: { id: String(project.id) }, query: { 'iids[]': [Number(iid)] } },
        }),
      );
      return found[0] ?? null;
    },
  });
  useTitle(query.data?.title, 'Milestones', project.name_with_namespace);
  const list = { text: 'Milestones', to: projectPath(project.path_with_namespace, 'milestones') };
  return (
    <Main crumbs={[...projectCrumbs(project), list, { text: query.data?.title ?? `%${iid}` }]}>
      <Loaded query={query}>
        {(milestone) =>
          milestone ? (
            <MilestoneView milestone={milestone} iid={iid} />
          ) : (
            <Empty title="This milestone does not exist" />
          )
        }
      </Loaded>
    </Main>
  );
}

function MilestoneView({ milestone, iid }: { milestone: Milestone; iid: string }) {
  const project = useProject();
  const params = { path: { id: String(project.id), milestone_id: milestone.id } };
  const base = '/api/v4/projects/{id}/milestones/{milestone_id}';
  const labels = useProjectLabels(project.id);
  const canEdit = useProjectLevel(project) >= Level.developer;
  const { run, isBusy } = useAction(['milestone', project.id, iid], ['milestones']);
  const issues = useQuery({
    queryKey: ['milestone', project.id, iid, 'issues'],
    queryFn: () =>
      allPages<Issue>((page) =>
        unwrapPage(api.GET(`${base}/issues`, { params: { ...params, query: { page, per_page: 100 } } })),
      ),
  });
  const requests = useQuery({
    queryKey: ['milestone', project.id, iid, 'requests'],
    queryFn: () =>
      allPages<MergeRequest>((page) =>
        unwrapPage(api.GET(`${base}/merge_requests`, { params: { ...params, query: { page, per_page: 100 } } })),
      ),
  });
  const events = useQuery({
    queryKey: ['milestone', project.id, iid, 'burndown'],
    queryFn: () => unwrap(api.GET(`${base}/burndown_events`, { params })),
  });
  const closed = issues.data?.filter(({ state }) => state === 'closed').length ?? 0;
  const total = issues.data?.length ?? 0;
  const isActive = milestone.state === 'active';
  return (
    <div className="stack">
      <div className="page-header">
        <h1>{milestone.title}</h1>
        {canEdit && (
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() =>
              void run(() => unwrap(api.PUT(base, { params, body: { state_event: isActive ? 'close' : 'activate' } })))
            }
          >
            {isActive ? 'Close milestone' : 'Reopen milestone'}
          </button>
        )}
      </div>
      <div className="item-meta">
        <StateBadge state={milestone.state} />
        {milestone.start_date && <span>from {dateText(milestone.start_date)}</span>}
        {milestone.due_date && <span>until {dateText(milestone.due_date)}</span>}
        <span>
          {closed} of {countText(total, 'issue')} closed
        </span>
        {total > 0 && <progress className="progress" aria-label="Closed issues" max={total} value={closed} />}
      </div>
      {milestone.description && <Markdown text={milestone.description} project={project.path_with_namespace} />}
      {events.data && milestone.start_date && milestone.due_date && (
        <Burndown events={events.data} start={milestone.start_date} due={milestone.due_date} />
      )}
      <h2>Issues</h2>
      <Loaded query={issues}>
        {(list) =>
          list.length === 0 ? (
            <p className="muted">None.</p>
          ) : (
            <ul className="card list">
              {list.map((issue) => (
                <IssueRow key={issue.id} issue={issue} labels={labels.data} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <h2>Merge requests</h2>
      <Loaded query={requests}>
        {(list) =>
          list.length === 0 ? (
            <p className="muted">None.</p>
          ) : (
            <ul className="card list">
              {list.map((request) => (
                <RequestRow key={request.id} request={request} labels={labels.data} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}
