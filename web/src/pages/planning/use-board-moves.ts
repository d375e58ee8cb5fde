/** Moves of issues on a board: own ones, shown at once and sent one after the other, and others. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Page } from '#api/page';
import type { Board, Issue } from '#api/types';
import { boardKeys } from '#data/boards';
import { issueKeys, reorderIssue, updateIssue } from '#data/issues';
import { showError } from '#lib/messages';
import type { Filters } from '#lib/use-filters';
import { watchTopic } from '#live/live';
import { changeFor, columnQuery, columnsOf, adjacentAt, withChange, withIssueAt, type Column } from './board-columns';
import type { PlanningOwner } from './planning-owner';

/** Moves issues. */
export interface BoardMoves {
  /** Moves an issue to a place of a column, by default to its end. */
  move: (issue: Issue, target: Column, index?: number) => void;
  /** Moves an issue by columns to the right, and by places down. Returns whether it can. */
  step: (issue: Issue, column: Column, steps: readonly [number, number]) => boolean;
}

/** The moves on a board whose columns have these filters. */
export function useBoardMoves(owner: PlanningOwner, board: Board, filters: Filters): BoardMoves {
  const client = useQueryClient();
  // A place among others is only right if they have their places already.
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const isSending = useRef(false);
  const columns = columnsOf(board);
  const topic = `${owner.kind}s/${owner.numericId}/issues`;
  useEffect(
    () =>
      watchTopic(topic, () => {
        // The lists load again once all own moves are sent: before, they would undo those.
        if (!isSending.current) void client.invalidateQueries({ queryKey: boardKeys.issues });
      }),
    [client, topic],
  );
  const keyOf = (column: Column) =>
    boardKeys.issuesOfList(owner, column.key, columnQuery(board, column, columns, filters));
  const issuesOf = (column: Column): Issue[] => client.getQueryData<Page<Issue>>(keyOf(column))?.items ?? [];

  const show = (issue: Issue, target: Column, index: number): void => {
    for (const column of columns) {
      client.setQueryData<Page<Issue>>(keyOf(column), (page) => {
        if (!page) return page;
        if (column.key === target.key) return { ...page, items: withIssueAt(page.items, issue, index) };
        return { ...page, items: page.items.filter(({ id }) => id !== issue.id) };
      });
    }
  };

  const move = (issue: Issue, target: Column, index = issuesOf(target).length): void => {
    const change = changeFor(issue, target, columns);
    const adjacent = adjacentAt(issuesOf(target), issue, index);
    void client.cancelQueries({ queryKey: boardKeys.issues });
    show(withChange(issue, change), target, index);
    const send = async (): Promise<void> => {
      if (change) await updateIssue(issue.project_id, issue.iid, change);
      if (adjacent) await reorderIssue(issue.project_id, issue.iid, adjacent);
    };
    const sent = last.current.then(send).catch(showError);
    last.current = sent;
    isSending.current = true;
    void sent.then(async () => {
      // A further move would be hidden by the order before it.
      if (last.current !== sent) return;
      isSending.current = false;
      const keys = [boardKeys.issues, issueKeys.every, issueKeys.lists];
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    });
  };

  const step = (issue: Issue, column: Column, [right, down]: readonly [number, number]): boolean => {
    const at = columns.findIndex(({ key }) => key === column.key);
    const target = columns[at + right];
    const index = issuesOf(column).findIndex(({ id }) => id === issue.id) + down;
    if (!target || index < 0) return false;
    move(issue, target, Math.min(index, issuesOf(target).length));
    return true;
  };

  return { move, step };
}
