/** The columns of a board. Cards move by drag, by keys and by a list of choices. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { Board, Issue } from '#api/types';
import { FilterRow } from '#components/items/filters/filter-row';
import { filterNamesOfList } from '#components/items/filters/item-query';
import { boardKeys, createBoardList } from '#data/boards';
import { useLabels } from '#data/labels';
import { useAction } from '#lib/use-action';
import { useFilters } from '#lib/use-filters';
import { BoardColumn } from './board-column';
import { columnsOf, labelsOf } from './board-columns';
import type { PlanningOwner } from './planning-owner';
import { useBoardMoves } from './use-board-moves';
import styles from './planning.module.css';

interface BoardViewProps {
  owner: PlanningOwner;
  board: Board;
  canEdit: boolean;
}

/** Shows the board. */
export function BoardView({ owner, board, canEdit }: BoardViewProps) {
  const filters = useFilters(filterNamesOfList('issues'));
  const labels = useLabels(owner.kind, owner.numericId);
  const { move, step } = useBoardMoves(owner, board, filters);
  const [dragged, setDragged] = useState<Issue>();
  const [stepped, setStepped] = useState<number>();
  const columns = columnsOf(board);
  return (
    <>
      <FilterRow filters={filters} scope={{ kind: owner.kind, id: owner.numericId }} list="issues" labels={labels.data}>
        {canEdit && <NewList owner={owner} board={board} names={labelsOf(columns)} />}
      </FilterRow>
      <div className={styles.board}>
        {columns.map((column) => (
          <BoardColumn
            key={column.key}
            owner={owner}
            board={board}
            column={column}
            columns={columns}
            filters={filters}
            labels={labels.data}
            canEdit={canEdit}
            dragged={dragged}
            stepped={stepped}
            drag={setDragged}
            move={move}
            step={(issue, steps) => {
              if (step(issue, column, steps)) setStepped(issue.id);
            }}
          />
        ))}
      </div>
    </>
  );
}

interface NewListProps {
  owner: PlanningOwner;
  board: Board;
  /** Labels that have a list. */
  names: readonly string[];
}

function NewList({ owner, board, names }: NewListProps) {
  const labels = useLabels(owner.kind, owner.numericId);
  const { run } = useAction(boardKeys.of(owner));
  return (
    <select
      className="select"
      aria-label={t`Add a list for a label`}
      value=""
      onChange={({ target }) => void run(() => createBoardList(owner, board.id, { label_id: Number(target.value) }))}
    >
      <option value="">
        <Trans>Add a list</Trans>
      </option>
      {labels.data
        ?.filter(({ name }) => !names.includes(name))
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </select>
  );
}
