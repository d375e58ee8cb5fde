import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import type { Issue, Label } from '#api/types';
import { Avatar } from '#components/avatar';
import { Labels } from '#components/items/labels';
import { labelNames } from '#data/item-labels';
import { pathOf } from '#lib/paths';
import type { Column } from './board-columns';
import type { PlanningOwner } from './planning-owner';
import styles from './planning.module.css';

interface BoardCardProps {
  owner: PlanningOwner;
  issue: Issue;
  column: Column;
  columns: Column[];
  labels: readonly Label[] | undefined;
  canEdit: boolean;
  /** Whether a dragged card would come above it. */
  isBelowDrop: boolean;
  drag: (issue: Issue | undefined) => void;
  move: (issue: Issue, target: Column, index?: number) => void;
  step: (issue: Issue, steps: readonly [number, number]) => void;
}

/** Columns to the right and places down, by key. */
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** An issue in a column. Alt and an arrow key move it while its title has the focus. */
export function BoardCard(props: BoardCardProps) {
  const { owner, issue, column, columns, labels, canEdit, isBelowDrop, drag, move, step } = props;
  const names = labelNames(issue.labels).filter((name) => name !== column.label);
  const press = (event: KeyboardEvent): void => {
    const wanted = steps[event.key];
    if (!canEdit || !event.altKey || !wanted) return;
    event.preventDefault();
    step(issue, wanted);
  };
  return (
    <article
      className={`card ${styles.boardCard} stack-small${isBelowDrop ? ` ${styles.boardDrop}` : ''}`}
      data-issue={issue.id}
      draggable={canEdit}
      onDragStart={() => drag(issue)}
      onDragEnd={() => drag(undefined)}
    >
      <div className="row between">
        <Link
          className="plain-link"
          to={pathOf(issue.web_url)}
          aria-keyshortcuts={canEdit ? 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight' : undefined}
          onKeyDown={press}
        >
          <strong>{issue.title}</strong>{' '}
          <span className="muted small">{owner.project ? `#${issue.iid}` : issue.references?.full}</span>
        </Link>
        {canEdit && (
          <select
            className={styles.boardMove}
            aria-label={t`Move ${issue.title}`}
            title={t`Move`}
            value=""
            onChange={({ target: { value } }) => {
              const target = columns.find(({ key }) => key === value);
              if (target) move(issue, target);
              else step(issue, value === 'up' ? [0, -1] : [0, 1]);
            }}
          >
            <option value="">…</option>
            <option value="up">
              <Trans>Up</Trans>
            </option>
            <option value="down">
              <Trans>Down</Trans>
            </option>
            <optgroup label={t({ message: 'To', context: 'column of a board' })}>
              {columns
                .filter(({ key }) => key !== column.key)
                .map(({ key, title }) => (
                  <option key={key} value={key}>
                    {title}
                  </option>
                ))}
            </optgroup>
          </select>
        )}
      </div>
      {(names.length > 0 || issue.assignees.length > 0) && (
        <div className="row row-wrap">
          <Labels names={names} labels={labels} />
          <span className="grow" />
          {issue.assignees.map((user) => (
            <Avatar key={user.id} name={user.name} url={user.avatar_url} size={20} />
          ))}
        </div>
      )}
    </article>
  );
}
