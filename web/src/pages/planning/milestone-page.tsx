/** A milestone of a project or group: progress, burndown, issues and merge requests. */
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { allPages } from '#api/all-pages';
import type { Issue, MergeRequest, Milestone } from '#api/types';
import { IssueRow, RequestRow } from '#components/items/issue-row';
import { Markdown } from '#components/markdown';
import { Main } from '#components/page/main';
import { FieldsForm } from '#components/settings/fields-form';
import { StateBadge } from '#components/state-badge';
import { Empty, Loaded } from '#components/states';
import { useLabels } from '#data/labels';
import {
  milestoneKeys,
  deleteMilestone,
  findMilestones,
  listMilestoneBurndownEvents,
  listMilestoneIssues,
  listMilestoneMergeRequests,
  updateMilestone,
} from '#data/milestones';
import { dateText } from '#lib/format';
import { Level } from '#lib/levels';
import { useAction } from '#lib/use-action';
import { useTitle } from '#lib/use-title';
import { Burndown } from './burndown';
import { milestoneFields } from './milestone-fields';
import { useGroupOwner, useProjectOwner, type PlanningOwner } from './planning-owner';
import styles from '#components/items/items.module.css';

/** Shows the milestone of the project with a number. */
export function MilestonePage() {
  return <ByNumber owner={useProjectOwner()} />;
}

/** Shows the milestone of the group with a number. */
export function GroupMilestonePage() {
  return <ByNumber owner={useGroupOwner()} />;
}

function ByNumber({ owner }: { owner: PlanningOwner }) {
  const { iid = '' } = useParams();
  const query = useQuery({
    queryKey: milestoneKeys.one(owner, iid),
    queryFn: async () => {
      const found = await findMilestones(owner, { 'iids[]': [Number(iid)] });
      return found[0] ?? null;
    },
  });
  useTitle(query.data?.title, t`Milestones`, owner.title);
  const list = { text: t`Milestones`, to: owner.pathTo('milestones') };
  return (
    <Main crumbs={[...owner.crumbs, list, { text: query.data?.title ?? `%${iid}` }]}>
      <Loaded query={query}>
        {(milestone) =>
          milestone ? (
            <MilestoneView owner={owner} milestone={milestone} iid={iid} />
          ) : (
            <Empty title={t`This milestone does not exist`} />
          )
        }
      </Loaded>
    </Main>
  );
}

interface MilestoneViewProps {
  owner: PlanningOwner;
  milestone: Milestone;
  iid: string;
}

function MilestoneView({ owner, milestone, iid }: MilestoneViewProps) {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const labels = useLabels(owner.kind, owner.numericId);
  const canEdit = owner.level >= Level.developer;
  const key = milestoneKeys.one(owner, iid);
  const { run, isBusy } = useAction(key, milestoneKeys.lists);
  const issues = useQuery({
    queryKey: milestoneKeys.issues(owner, iid),
    queryFn: () => allPages<Issue>((page) => listMilestoneIssues(owner, milestone.id, { page, per_page: 100 })),
  });
  const requests = useQuery({
    queryKey: milestoneKeys.mergeRequests(owner, iid),
    queryFn: () =>
      allPages<MergeRequest>((page) => listMilestoneMergeRequests(owner, milestone.id, { page, per_page: 100 })),
  });
  const events = useQuery({
    queryKey: milestoneKeys.burndown(owner, iid),
    queryFn: () => listMilestoneBurndownEvents(owner, milestone.id),
  });
  const remove = async (): Promise<void> => {
    if (!window.confirm(t`Delete the milestone ${milestone.title}? Issues and merge requests stay.`)) return;
    if (await run(() => deleteMilestone(owner, milestone.id), t`The milestone was deleted.`))
      await navigate(owner.pathTo('milestones'));
  };
  if (canEdit && params.has('edit'))
    return (
      <div className="stack">
        <h1>
          <Trans>Edit milestone</Trans>
        </h1>
        <FieldsForm
          fields={milestoneFields}
          stored={milestone}
          button={t`Save milestone`}
          done={t`The milestone was saved.`}
          keys={[key, milestoneKeys.lists]}
          submit={async (_values, body) => {
            await updateMilestone(owner, milestone.id, body);
            setParams({});
          }}
        />
      </div>
    );
  const closed = issues.data?.filter(({ state }) => state === 'closed').length ?? 0;
  const total = issues.data?.length ?? 0;
  const isActive = milestone.state === 'active';
  return (
    <div className="stack">
      <div className="page-header">
        <h1>{milestone.title}</h1>
        {canEdit && (
          <div className="row row-wrap">
            <button type="button" className="button" onClick={() => setParams({ edit: '' })}>
              <Trans>Edit</Trans>
            </button>
            <button
              type="button"
              className="button"
              disabled={isBusy}
              onClick={() =>
                void run(() => updateMilestone(owner, milestone.id, { state_event: isActive ? 'close' : 'activate' }))
              }
            >
              {isActive ? t`Close milestone` : t`Reopen milestone`}
            </button>
            <button type="button" className="button button-danger" disabled={isBusy} onClick={() => void remove()}>
              <Trans>Delete</Trans>
            </button>
          </div>
        )}
      </div>
      <div className={styles.itemMeta}>
        <StateBadge kind="milestone" state={milestone.state} />
        {milestone.start_date && (
          <span>
            <Trans>from {dateText(milestone.start_date)}</Trans>
          </span>
        )}
        {milestone.due_date && (
          <span>
            <Trans>until {dateText(milestone.due_date)}</Trans>
          </span>
        )}
        {issues.data && (
          <span>
            <Trans>
              {closed} of <Plural value={total} one="# issue" other="# issues" /> closed
            </Trans>
          </span>
        )}
        {total > 0 && <progress className={styles.progress} aria-label={t`Closed issues`} max={total} value={closed} />}
      </div>
      {milestone.description && (
        <Markdown text={milestone.description} {...(owner.project && { project: owner.project.path_with_namespace })} />
      )}
      {events.data && milestone.start_date && milestone.due_date && (
        <Burndown events={events.data} start={milestone.start_date} due={milestone.due_date} />
      )}
      <h2>
        <Trans>Issues</Trans>
      </h2>
      <Loaded query={issues}>
        {(list) =>
          list.length === 0 ? (
            <p className="muted">
              <Trans>None.</Trans>
            </p>
          ) : (
            <ul className="card list">
              {list.map((issue) => (
                <IssueRow key={issue.id} issue={issue} labels={labels.data} isGlobal={!owner.project} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <h2>
        <Trans>Merge requests</Trans>
      </h2>
      <Loaded query={requests}>
        {(list) =>
          list.length === 0 ? (
            <p className="muted">
              <Trans>None.</Trans>
            </p>
          ) : (
            <ul className="card list">
              {list.map((request) => (
                <RequestRow key={request.id} request={request} labels={labels.data} isGlobal={!owner.project} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}
