/** Rows of lists of issues and merge requests. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Calendar, CircleCheck, EyeOff, Flag, GitPullRequest, MessageSquare, ThumbsUp, Weight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Issue, Label, MergeRequest, UserBrief } from '#api/types';
import { dateText, hasPassed } from '#lib/format';
import { labelDetails, labelNames } from '#data/item-labels';
import { pathOf } from '#lib/paths';
import { Avatar } from '../avatar';
import { RelativeTime } from '../relative-time';
import { StateBadge } from '../state-badge';
import { Labels } from './labels';
import styles from './items.module.css';

interface RowProps {
  labels?: readonly Label[] | undefined;
  /** Shows the full reference, for lists of several projects. */
  isGlobal?: boolean;
  /** The box that chooses the item. */
  check?: ReactNode;
  /** Shows the time of the last change instead of that of creation. */
  isByUpdate?: boolean;
}

/** An issue in a list. */
export function IssueRow({ issue, labels, isGlobal = false, check, isByUpdate = false }: RowProps & { issue: Issue }) {
  const isLate = issue.due_date !== null && issue.state === 'opened' && hasPassed(issue.due_date);
  return (
    <li>
      {check}
      <div className={`${styles.itemListRow} grow`}>
        <span className="row row-wrap">
          {issue.confidential && (
            <EyeOff size={14} role="img" aria-label={t`Confidential`}>
              <title>
                <Trans>Confidential</Trans>
              </title>
            </EyeOff>
          )}
          <Link className={styles.itemListTitle} to={pathOf(issue.web_url)}>
            {issue.title}
          </Link>
          <Labels names={labelNames(issue.labels)} labels={labelDetails(issue.labels) ?? labels} />
        </span>
        <span className="row row-wrap muted small">
          <span>{isGlobal ? issue.references?.full : `#${issue.iid}`}</span>
          <Times item={issue} isByUpdate={isByUpdate} />
          {issue.milestone && <Fact Icon={Flag} text={issue.milestone.title} />}
          {issue.due_date !== null && (
            <Fact
              Icon={Calendar}
              text={isLate ? t`overdue since ${dateText(issue.due_date)}` : t`due ${dateText(issue.due_date)}`}
            />
          )}
          {issue.weight !== null && <Fact Icon={Weight} text={String(issue.weight)} />}
          {issue.task_completion_status && issue.task_completion_status.count > 0 && (
            <span>
              <Trans>
                {issue.task_completion_status.completed_count} of {issue.task_completion_status.count} tasks
              </Trans>
            </span>
          )}
        </span>
      </div>
      <div className={`${styles.itemListSide} small`}>
        {issue.state === 'closed' && <StateBadge kind="issue" state="closed" />}
        <Counts item={issue} requests={issue.merge_requests_count} />
      </div>
    </li>
  );
}

/** A merge request in a list. */
export function RequestRow(props: RowProps & { request: MergeRequest; approvals?: number }) {
  const { request, approvals = 0, labels, isGlobal = false, check, isByUpdate = false } = props;
  return (
    <li>
      {check}
      <div className={`${styles.itemListRow} grow`}>
        <span className="row row-wrap">
          {request.work_in_progress && (
            <span className="badge">
              <Trans>Draft</Trans>
            </span>
          )}
          <Link className={styles.itemListTitle} to={pathOf(request.web_url)}>
            {request.title}
          </Link>
          <Labels names={labelNames(request.labels)} labels={labelDetails(request.labels) ?? labels} />
        </span>
        <span className="row row-wrap muted small">
          <span>{isGlobal ? request.references?.full : `!${request.iid}`}</span>
          <Times item={request} isByUpdate={isByUpdate} />
          <span className="mono truncate">
            {request.source_branch} → {request.target_branch}
          </span>
          {request.milestone && <Fact Icon={Flag} text={request.milestone.title} />}
        </span>
      </div>
      <div className={`${styles.itemListSide} small`}>
        {request.has_conflicts && request.state === 'opened' && (
          <span className="badge badge-red">
            <Trans>Conflicts</Trans>
          </span>
        )}
        {request.state !== 'opened' && <StateBadge kind="merge_request" state={request.state} />}
        {approvals > 0 && (
          <Count
            Icon={CircleCheck}
            text={plural(approvals, { one: '# approval', other: '# approvals' })}
            count={approvals}
          />
        )}
        <Counts item={request} />
      </div>
    </li>
  );
}

interface TimesProps {
  item: Pick<Issue, 'author' | 'created_at' | 'updated_at'>;
  isByUpdate: boolean;
}

function Times({ item: { author, created_at: created, updated_at: updated }, isByUpdate }: TimesProps) {
  const time = <RelativeTime time={isByUpdate ? updated : created} />;
  if (!author) return <span>{isByUpdate ? <Trans>updated {time}</Trans> : <Trans>opened {time}</Trans>}</span>;
  const name = (
    <Link className="plain-link" to={pathOf(author.web_url)}>
      {author.name}
    </Link>
  );
  return (
    <span>
      {isByUpdate ? (
        <Trans>
          updated {time}, by {name}
        </Trans>
      ) : (
        <Trans>
          opened {time} by {name}
        </Trans>
      )}
    </span>
  );
}

function Fact({ Icon, text }: { Icon: typeof Flag; text: string }) {
  return (
    <span className="row">
      <Icon size={13} aria-hidden="true" />
      {text}
    </span>
  );
}

interface CountsProps {
  item: Pick<Issue, 'assignees' | 'user_notes_count' | 'upvotes'>;
  requests?: number;
}

function Counts({ item, requests = 0 }: CountsProps) {
  const [first, ...others] = item.assignees;
  return (
    <>
      {requests > 0 && (
        <Count
          Icon={GitPullRequest}
          text={plural(requests, { one: '# merge request', other: '# merge requests' })}
          count={requests}
        />
      )}
      {item.upvotes > 0 && (
        <Count Icon={ThumbsUp} text={plural(item.upvotes, { one: '# vote', other: '# votes' })} count={item.upvotes} />
      )}
      <Count
        Icon={MessageSquare}
        text={plural(item.user_notes_count, { one: '# comment', other: '# comments' })}
        count={item.user_notes_count}
      />
      {/* Also without assignees, so that the counts are below one another. */}
      <span className={styles.itemListPeople}>
        {others.map((user) => (
          <Assignee key={user.id} user={user} />
        ))}
        {first && <Assignee user={first} hasName />}
      </span>
    </>
  );
}

function Assignee({ user, hasName = false }: { user: UserBrief; hasName?: boolean }) {
  return (
    <Link className="row plain-link" to={pathOf(user.web_url)} title={user.name}>
      <Avatar name={user.name} url={user.avatar_url} size={20} />
      <span className="visually-hidden">{t`Assigned to ${user.name}`}</span>
      {hasName && (
        <span className="truncate" aria-hidden="true">
          {user.name}
        </span>
      )}
    </Link>
  );
}

function Count({ Icon, count, text }: { Icon: typeof Flag; count: number; text: string }) {
  return (
    <span className={`row${count === 0 ? ` ${styles.itemListNone}` : ''}`} title={text}>
      <Icon size={13} aria-hidden="true" />
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
