import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Issue, Label } from '#api/types';
import { Avatar } from '#components/avatar';
import { Labels } from '#components/items/labels';
import { Loading } from '#components/states';
import { boardKeys } from '#data/boards';
import { listOwnerIssues } from '#data/issues';
import { labelNames } from '#data/item-labels';
import { pathOf } from '#lib/paths';
import type { PlanningOwner } from './planning-owner';
import styles from './planning.module.css';

/** A column: issues with a label, or open and closed ones without. */
export interface Column {
  key: string;
  title: string;
  label: string | undefined;
  /** Id of the list; absent for those that every board has. */
  listId?: number;
}

interface BoardColumnProps {
  owner: PlanningOwner;
  column: Column;
  columns: Column[];
  /** Labels of all columns. */
  names: string[];
  labels: readonly Label[] | undefined;
  canEdit: boolean;
  move: (issue: Issue, target: Column) => void;
  remove: () => void;
}

/** The card that is being dragged; a drag only starts and ends in one page. */
let dragged: Issue | undefined;

/** Shows a column. */
export function BoardColumn({ owner, column, columns, names, labels, canEdit, move, remove }: BoardColumnProps) {
  const [isOver, setIsOver] = useState(false);
  const query = useQuery({
    queryKey: boardKeys.issuesOfList(owner, column.key, names),
    queryFn: () =>
      listOwnerIssues(owner, {
        state: column.key === 'closed' ? 'closed' : 'opened',
        order_by: 'relative_position',
        sort: 'asc',
        per_page: 50,
        ...(column.label !== undefined && { 'labels[]': [column.label] }),
      }),
  });
  const issues = query.data?.items.filter(
    ({ labels: own }) => column.key !== 'open' || !labelNames(own).some((name) => names.includes(name)),
  );
  return (
    <section
      className={`${styles.boardList}${isOver ? ` ${styles.boardOver}` : ''}`}
      aria-label={column.title}
      onDragOver={(event) => {
        if (!canEdit) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        if (dragged) move(dragged, column);
        dragged = undefined;
      }}
    >
      <div className="card-header">
        <h2 className="grow truncate">{column.title}</h2>
        <span className="badge">{issues?.length ?? 0}</span>
        {canEdit && column.listId !== undefined && (
          <button
            type="button"
            className="button button-plain button-icon button-small"
            aria-label={`Remove the list ${column.title}`}
            onClick={remove}
          >
            <X size={14} aria-hidden="true" />
          </button>
        )}
      </div>
      <div className={styles.boardCards}>
        {!issues && <Loading lines={3} />}
        {issues?.map((issue) => (
          <article
            key={issue.id}
            className={`card ${styles.boardCard} stack-small`}
            draggable={canEdit}
            onDragStart={() => (dragged = issue)}
          >
            <Link className="plain-link" to={pathOf(issue.web_url)}>
              <strong>{issue.title}</strong>{' '}
              <span className="muted small">{owner.project ? `#${issue.iid}` : issue.references?.full}</span>
            </Link>
            <div className="row row-wrap">
              <Labels names={labelNames(issue.labels)} labels={labels} />
              <span className="grow" />
              {issue.assignees.map((user) => (
                <Avatar key={user.id} name={user.name} url={user.avatar_url} size={20} />
              ))}
            </div>
            {canEdit && (
              <select
                className="select"
                aria-label={`Move ${issue.title}`}
                value={column.key}
                onChange={(event) => {
                  const target = columns.find(({ key }) => key === event.target.value);
                  if (target) move(issue, target);
                }}
              >
                {columns.map(({ key, title }) => (
                  <option key={key} value={key}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </article>
        ))}
      </div>
    </section>
  );
}
