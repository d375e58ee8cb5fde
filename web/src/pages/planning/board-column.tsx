import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Board, Issue, Label } from '#api/types';
import { Loading } from '#components/states';
import { boardKeys } from '#data/boards';
import { listOwnerIssues } from '#data/issues';
import { numberText } from '#lib/format';
import { Level } from '#lib/levels';
import type { Filters } from '#lib/use-filters';
import { BoardCard } from './board-card';
import { columnQuery, type Column } from './board-columns';
import { ListSettings } from './list-settings';
import { NewCard } from './new-card';
import type { PlanningOwner } from './planning-owner';
import styles from './planning.module.css';

/** Cards that a column shows. */
const SHOWN = 100;

interface BoardColumnProps {
  owner: PlanningOwner;
  board: Board;
  column: Column;
  columns: Column[];
  filters: Filters;
  labels: readonly Label[] | undefined;
  canEdit: boolean;
  /** The issue whose card is being dragged. */
  dragged: Issue | undefined;
  /** Id of the issue that was moved with the keyboard. */
  stepped: number | undefined;
  drag: (issue: Issue | undefined) => void;
  move: (issue: Issue, target: Column, index?: number) => void;
  /** Moves an issue of the column by columns to the right, and by places down. */
  step: (issue: Issue, steps: readonly [number, number]) => void;
}

/** Shows a column. */
export function BoardColumn(props: BoardColumnProps) {
  const { owner, board, column, columns, filters, labels, canEdit, dragged, stepped, drag, move, step } = props;
  const [isAdding, setIsAdding] = useState(false);
  // The place where a dragged card would come.
  const [place, setPlace] = useState<number>();
  const wanted = columnQuery(board, column, columns, filters);
  const query = useQuery({
    queryKey: boardKeys.issuesOfList(owner, column.key, wanted),
    queryFn: () => listOwnerIssues(owner, { ...wanted, order_by: 'relative_position', sort: 'asc', per_page: SHOWN }),
  });
  const issues = query.data?.items;
  const others = issues?.filter(({ id }) => id !== dragged?.id) ?? [];
  // A card that moves to another column loses the focus.
  useEffect(() => {
    if (stepped === undefined || document.activeElement !== document.body) return;
    if (issues?.some(({ id }) => id === stepped))
      document.querySelector<HTMLElement>(`article[data-issue="${stepped}"] a`)?.focus();
  }, [issues, stepped]);
  const canAdd = owner.level >= Level.guest && column.key !== 'closed';
  const drop = (): void => {
    if (dragged) move(dragged, column, place ?? others.length);
    setPlace(undefined);
    drag(undefined);
  };
  return (
    <section
      className={`${styles.boardList}${place === undefined ? '' : ` ${styles.boardOver}`}`}
      aria-label={column.title}
      onDragOver={(event) => {
        if (!canEdit || !dragged) return;
        event.preventDefault();
        setPlace(placeAt(event.currentTarget, event.clientY, dragged.id));
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setPlace(undefined);
      }}
      onDrop={(event) => {
        event.preventDefault();
        drop();
      }}
    >
      <div className="card-header">
        <h2 className="grow truncate">{column.title}</h2>
        <CardCount count={query.data?.total ?? issues?.length} limit={column.list?.maxCount ?? 0} />
        {canAdd && (
          <button
            type="button"
            className="button button-plain button-icon button-small"
            aria-label={t`New issue in ${column.title}`}
            aria-expanded={isAdding}
            onClick={() => setIsAdding(!isAdding)}
          >
            <Plus size={14} aria-hidden="true" />
          </button>
        )}
        {canEdit && column.list && <ListSettings owner={owner} board={board} title={column.title} list={column.list} />}
      </div>
      {isAdding && (
        <NewCard
          owner={owner}
          board={board}
          column={column}
          place={(issue) => move(issue, column, 0)}
          close={() => setIsAdding(false)}
        />
      )}
      <div className={styles.boardCards}>
        {!issues && <Loading lines={3} />}
        {issues?.map((issue) => (
          <BoardCard
            key={issue.id}
            owner={owner}
            issue={issue}
            column={column}
            columns={columns}
            labels={labels}
            canEdit={canEdit}
            isBelowDrop={place !== undefined && others[place]?.id === issue.id}
            drag={drag}
            move={move}
            step={step}
          />
        ))}
        {(query.data?.total ?? 0) > SHOWN && (
          <p className="muted small">
            <Trans>The first {numberText(SHOWN)} are shown. Use filters to see others.</Trans>
          </p>
        )}
      </div>
    </section>
  );
}

/** Returns how many other cards are above a point of the screen. */
function placeAt(column: Element, y: number, draggedId: number): number {
  const cards = [...column.querySelectorAll<HTMLElement>('article')].filter(
    (card) => card.dataset['issue'] !== String(draggedId),
  );
  const below = cards.findIndex((card) => {
    const { top, height } = card.getBoundingClientRect();
    return y < top + height / 2;
  });
  return below === -1 ? cards.length : below;
}

function CardCount({ count, limit }: { count: number | undefined; limit: number }) {
  if (count === undefined) return null;
  if (limit === 0) return <span className="badge">{numberText(count)}</span>;
  const isOver = count > limit;
  return (
    <span className={isOver ? 'badge badge-red' : 'badge'} title={isOver ? t`More issues than the limit` : t`Limit`}>
      {numberText(count)} / {numberText(limit)}
    </span>
  );
}
